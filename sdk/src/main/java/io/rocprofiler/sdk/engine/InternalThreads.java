package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.RuntimeLibrary;
import io.rocprofiler.abi.Status;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Tells the tools that asked for it when this library makes a thread: just before and just after, on the creating thread.
///
/// Thread rule: any thread.
final class InternalThreads implements ThreadCreationHook {
    /// Threads of the profiler itself: the only ones that are ever made.
    private static final int OWN = RuntimeLibrary.LIBRARY.value();

    private final Host host;
    private final List<Observer> observers = new CopyOnWriteArrayList<>();

    InternalThreads(Host host) {
        this.host = host;
    }

    /// `rocprofiler_at_internal_thread_create`. Either function may be 0; no library means all.
    Status observe(long beforeFunction, long afterFunction, int libraries, long data) {
        if (libraries == 0 || (libraries & OWN) != 0) observers.add(new Observer(beforeFunction, afterFunction, data));
        return Status.SUCCESS;
    }

    @Override
    public void before() {
        for (Observer observer : observers) tell(observer.before(), observer.data());
    }

    @Override
    public void after() {
        for (Observer observer : observers) tell(observer.after(), observer.data());
    }

    private void tell(long function, long data) {
        if (function != 0) host.invoke(function, OWN, data, 0, 0, 0, 0);
    }

    private record Observer(long before, long after, long data) {}
}
