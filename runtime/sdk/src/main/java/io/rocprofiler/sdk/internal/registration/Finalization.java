package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.sdk.internal.buffer.DeliveredBuffer;
import io.rocprofiler.sdk.internal.buffer.DeliveryThread;
import io.rocprofiler.sdk.internal.buffer.DeliveryThreads;
import io.rocprofiler.sdk.internal.plan.Client;
import io.rocprofiler.sdk.internal.seam.EndThread;
import io.rocprofiler.sdk.internal.seam.Limits;
import io.rocprofiler.sdk.internal.seam.Messages;
import java.util.ArrayList;
import java.util.List;

/// Finalization: stops each tool's contexts, runs its `finalize` once, and removes its contexts; then every call
/// goes straight to the runtime.
///
/// A C tool is finalized on the calling thread, as by AMD's library, a Java tool on [EndThread]. Bounded: a tool gets
/// [Limits#FINALIZE_SECONDS] (or `ROCPROFILER_FINALIZE_TIMEOUT` seconds); one that hangs is abandoned with a message,
/// and the process ends.
final class Finalization {
    private final Window window;
    private final Contexts contexts;
    private final DeliveryThreads threads;
    private final NativePlatform platform;
    private boolean begun;

    Finalization(Window window, Contexts contexts, DeliveryThreads threads, NativePlatform platform) {
        this.window = window;
        this.contexts = contexts;
        this.threads = threads;
        this.platform = platform;
    }

    /// Finalizes everything, once. A second caller returns at once, even while the first is still running.
    void all(List<Client> clients) {
        synchronized (this) {
            if (begun) return;
            begun = true;
            window.finiStatus(-1);
        }
        DeliveryThread callbackThread = DeliveryThread.current();
        if (callbackThread != null) callbackThread.leave();
        if (window.initStatus() > 0) {
            platform.finalizing();
            for (Client client : clients) if (begins(client)) finish(client, () -> contexts.retireAll(client));
        }
        platform.toolsEnded();
        threads.stopAll(Limits.finalizeSeconds() * 1000L);
        DeliveredBuffer.reportFailed();
        platform.disable();
        window.finiStatus(1);
    }

    /// Called before the shutdown hooks of the program's own JVM: finalizes the tools that do not outlive them, or
    /// everything if none does. Later calls that they would have traced are counted.
    void beforeHooks(List<Client> clients) {
        List<Client> ending = new ArrayList<>();
        boolean goesOn = false;
        for (Client client : clients) {
            if (!client.isWanted() || client.isFinished()) continue;
            if (client.outlivesHooks()) goesOn = true;
            else ending.add(client);
        }
        if (ending.isEmpty()) return;
        platform.count(contexts.active(ending));
        if (!goesOn) {
            all(clients);
            return;
        }
        platform.drain();
        for (Client client : ending) one(client);
    }

    /// Finalizes one tool; the others continue.
    void one(Client client) {
        if (begins(client)) finish(client, () -> contexts.stopAll(client));
    }

    private static boolean begins(Client client) {
        return client.isWanted() && client.beginFinish();
    }

    private void finish(Client client, Runnable stop) {
        stop.run();
        Finisher finisher = new Finisher(client);
        int seconds = Limits.finalizeSeconds();
        if (!(client.isNative() ? EndThread.runHere(seconds, finisher) : EndThread.run(seconds, finisher))) {
            Messages.warn("tool " + client.name() + " did not finish in time; the program ends without it");
        }
        contexts.remove(client);
    }

    private record Finisher(Client client) implements Runnable {
        @Override
        public void run() {
            try {
                client.finish();
            } catch (Throwable failure) {
                Messages.warn("tool " + client.name() + " failed in finalize: " + Messages.describe(failure));
            }
        }
    }
}
