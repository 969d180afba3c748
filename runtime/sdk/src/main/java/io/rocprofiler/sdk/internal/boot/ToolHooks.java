package io.rocprofiler.sdk.internal.boot;

import io.rocprofiler.sdk.internal.seam.EndThread;
import io.rocprofiler.sdk.internal.seam.Limits;
import io.rocprofiler.sdk.internal.seam.Messages;
import io.rocprofiler.sdk.internal.seam.Native;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;

/// Runs the shutdown hooks of the engine's own JVM, which nobody shuts down: those that tools, or libraries of theirs
/// such as Flight Recorder and logging, have registered.
final class ToolHooks {
    private ToolHooks() {}

    /// Runs all hooks, in bounded time, after the tools are closed.
    static void run() {
        IdentityHashMap<Thread, Thread> hooks = new IdentityHashMap<>();
        if (!Native.exchangeHooks(hooks) || hooks.isEmpty()) return;
        Collection<Thread> threads = List.copyOf(hooks.keySet());
        if (!EndThread.run(Limits.finalizeSeconds(), () -> runAll(threads)))
            Messages.warn("a tool's shutdown hook did not finish in time; the program ends without it");
    }

    private static void runAll(Collection<Thread> hooks) {
        for (Thread hook : hooks) hook.start();
        try {
            for (Thread hook : hooks) hook.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
