package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.abi.RuntimeLibrary;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.internal.seam.Messages;
import io.rocprofiler.sdk.internal.seam.NativeAccess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// The threads that deliver buffers, by handle, and the observers that tools register for thread creation.
///
/// Handle 0 is the default thread: it exists from the beginning and runs once a tool needs it. It belongs to
/// the first tool that uses it; each further tool has its own default thread, so that no tool waits for
/// another's callback.
///
/// Thread rule: any thread.
public final class DeliveryThreads {
    /// The profiler's own threads: the only ones that it creates.
    private static final int OWN = RuntimeLibrary.LIBRARY.value();

    private static final long STOP_MILLIS = 5_000;

    private final NativeAccess c;
    private final List<Observer> observers = new CopyOnWriteArrayList<>();
    private final List<DeliveryThread> threads = new ArrayList<>();

    /// The default threads by tool; that of the first tool is handle 0.
    private final Map<Object, DeliveryThread> defaults = new LinkedHashMap<>();

    private boolean defaultStarted;

    public DeliveryThreads(NativeAccess c) {
        this.c = c;
        threads.add(new DeliveryThread("rocprofiler-callback-0"));
    }

    /// Implements `rocprofiler_at_internal_thread_create`. Either function may be 0; no library means all.
    public Status observe(long beforeFunction, long afterFunction, int libraries, long data) {
        if (!isCallable(beforeFunction) || !isCallable(afterFunction)) return Status.ERROR_INVALID_ARGUMENT;
        if (libraries == 0 || (libraries & OWN) != 0) {
            observe(() -> tell(beforeFunction, data), () -> tell(afterFunction, data));
        }
        return Status.SUCCESS;
    }

    public void observe(Runnable before, Runnable after) {
        observers.add(new Observer(before, after));
    }

    /// Creates another thread and returns its handle, at least 1.
    public synchronized long create() {
        long handle = threads.size();
        DeliveryThread thread = new DeliveryThread("rocprofiler-callback-" + handle);
        threads.add(thread);
        start(thread);
        return handle;
    }

    public synchronized void startDefault() {
        if (!defaultStarted) start(threads.getFirst());
        defaultStarted = true;
        for (DeliveryThread thread : defaults.values()) {
            if (thread.getState() == Thread.State.NEW) start(thread);
        }
    }

    public synchronized @Nullable DeliveryThread find(long handle) {
        return handle >= 0 && handle < threads.size() ? threads.get((int) handle) : null;
    }

    /// Returns the thread with this handle, as seen by a tool.
    ///
    /// @param client null if no tool is known
    public synchronized @Nullable DeliveryThread find(long handle, @Nullable Object client) {
        return handle == 0 && client != null ? defaultOf(client) : find(handle);
    }

    private DeliveryThread defaultOf(Object client) {
        DeliveryThread thread = defaults.get(client);
        if (thread == null) {
            thread = defaults.isEmpty()
                    ? threads.getFirst()
                    : new DeliveryThread("rocprofiler-callback-0-" + defaults.size());
            defaults.put(client, thread);
        }
        return thread;
    }

    /// Ends the threads after their pending deliveries, each within a time limit.
    public synchronized void stopAll(long limitMillis) {
        long limit = Math.min(limitMillis, STOP_MILLIS);
        for (DeliveryThread thread : threads) thread.stop(limit);
        for (DeliveryThread thread : defaults.values()) thread.stop(limit);
    }

    /// Starts a thread of the profiler. The observers' functions run on the creating thread, immediately before
    /// and after.
    public void start(Thread thread) {
        for (Observer observer : observers) tell(observer.before());
        thread.start();
        for (Observer observer : observers) tell(observer.after());
    }

    private boolean isCallable(long function) {
        return function == 0 || c.readable(function, 1);
    }

    private void tell(long function, long data) {
        if (function != 0) c.invoke(function, OWN, data, 0, 0, 0, 0);
    }

    private static void tell(Runnable observer) {
        try {
            observer.run();
        } catch (Throwable failure) {
            Messages.warn("a tool failed when it was told of a thread: " + Messages.describe(failure));
        }
    }

    private record Observer(Runnable before, Runnable after) {}
}
