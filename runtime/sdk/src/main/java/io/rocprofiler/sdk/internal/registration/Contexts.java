package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.internal.kfd.KfdEvents;
import io.rocprofiler.sdk.internal.plan.Client;
import io.rocprofiler.sdk.internal.seam.Handles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All contexts of the process, by handle, and the rules for starting and stopping them.
///
/// Thread rule: contexts are created by the initialising thread; lookups, starts and stops come from any thread.
/// Each start or stop is one step for its context: two threads that toggle one context leave its flag and its
/// slots in agreement.
public final class Contexts {
    private final long firstHandle = Handles.randomOffset();
    private final Window window;
    private final NativePlatform platform;
    private final Object counting = new Object();
    private volatile @Nullable ToolContext[] all = {};
    /// Until their window closes: contexts in the order in which they were started.
    private final List<ToolContext> started = new ArrayList<>();

    /// The contexts of closed windows, in the order of their callbacks, also those of tools that have ended.
    private List<ToolContext> fixed = List.of();

    Contexts(Window window, NativePlatform platform) {
        this.window = window;
        this.platform = platform;
    }

    /// Creates a context of the tool that is being initialised.
    ///
    /// @return null if the window is closed, or no tool is being initialised
    @Nullable
    public ToolContext create() {
        Client client = window.current();
        if (!window.isOpen() || client == null) return null;
        return create(client);
    }

    private synchronized ToolContext create(Client client) {
        @Nullable ToolContext[] old = all;
        ToolContext context = new ToolContext(firstHandle + old.length, old.length, client, this);
        @Nullable ToolContext[] grown = Arrays.copyOf(old, old.length + 1);
        grown[old.length] = context;
        all = grown;
        return context;
    }

    /// Returns the registered context with this handle, or null.
    @Nullable
    public ToolContext find(long handle) {
        @Nullable ToolContext[] known = all;
        long index = handle - firstHandle;
        return index >= 0 && index < known.length ? known[(int) index] : null;
    }

    /// Whether the handle belonged to a context before finalization: it may still be stopped, but not started.
    public boolean isOver(long handle) {
        long index = handle - firstHandle;
        return window.finiStatus() > 0 && index >= 0 && index < all.length;
    }

    /// Returns the result of configuring a kind that is otherwise valid: whether this machine supports it.
    Status support(BufferTracingKind kind) {
        return KfdEvents.support(kind, platform);
    }

    public Status start(@Nullable ToolContext context) {
        if (context == null || !isRegistered(context)) return Status.ERROR_CONTEXT_NOT_FOUND;
        if (window.finiStatus() != 0) return Status.ERROR_CONFIGURATION_LOCKED;
        synchronized (context) {
            if (context.active()) return Status.SUCCESS;
            if (!activate(context)) return Status.ERROR_CONTEXT_CONFLICT;
            if (context.isFixed()) platform.activate(context);
            else started(context);
        }
        return Status.SUCCESS;
    }

    private void started(ToolContext context) {
        synchronized (started) {
            started.remove(context); // restarting moves it to the end
            started.add(context);
        }
    }

    /// @return false if another active context counts dispatches, too: the only conflict between active contexts
    private boolean activate(ToolContext context) {
        if (!context.devices().countsDispatches()) {
            context.active(true);
            return true;
        }
        synchronized (counting) {
            for (ToolContext other : all) {
                if (other != null && other.active() && other.devices().countsDispatches()) return false;
            }
            context.active(true);
            return true;
        }
    }

    public Status stop(@Nullable ToolContext context) {
        if (context == null || !isRegistered(context)) return Status.ERROR_CONTEXT_NOT_FOUND;
        if (window.finiStatus() > 0) return Status.SUCCESS;
        if (!deactivate(context)) return Status.ERROR_CONTEXT_NOT_FOUND;
        if (context.isFixed() && hasGpuWork(context)) platform.drain();
        return Status.SUCCESS;
    }

    /// Registers that the context's tool supplies external correlation ids from now on.
    void ask(ToolContext context) {
        platform.ask(context);
    }

    /// Waits, with a time limit, for pending events of contexts.
    void drain() {
        platform.drain();
    }

    /// Whether events of the context may occur after it has stopped.
    private static boolean hasGpuWork(ToolContext context) {
        return context.asksFor(CallbackTracingKind.KERNEL_DISPATCH, BufferTracingKind.KERNEL_DISPATCH)
                || context.asksFor(CallbackTracingKind.MEMORY_COPY, BufferTracingKind.MEMORY_COPY);
    }

    private boolean deactivate(ToolContext context) {
        synchronized (context) {
            if (!context.active()) return false;
            context.active(false);
            if (context.isFixed()) platform.deactivate(context);
            return true;
        }
    }

    private void retire(ToolContext context) {
        synchronized (context) {
            if (!context.active()) return;
            context.active(false);
            if (context.isFixed()) platform.retire(context);
        }
    }

    /// Ends the configuration of a window: publishes the plan, and activates the contexts that tools started in
    /// `initialize`. A
    /// context that is being started concurrently may be activated twice, which does no harm.
    ///
    /// @return the contexts of the window
    synchronized List<ToolContext> freeze() {
        List<ToolContext> came = inStartOrder();
        List<ToolContext> all = new ArrayList<>(fixed);
        all.addAll(came);
        fixed = all;
        platform.freeze(all);
        for (ToolContext context : came) {
            synchronized (context) {
                context.fix();
                if (context.active()) platform.activate(context);
            }
        }
        return came;
    }

    /// Returns the window's contexts in the order of their start, as AMD's callbacks run; those not started follow.
    private List<ToolContext> inStartOrder() {
        List<ToolContext> ordered = new ArrayList<>();
        synchronized (started) {
            for (ToolContext context : started) if (isRegistered(context)) ordered.add(context);
            started.clear();
        }
        for (ToolContext context : registered())
            if (!context.isFixed() && !ordered.contains(context)) ordered.add(context);
        return ordered;
    }

    /// Stops all contexts of a client; the client can still query them.
    void stopAll(Client client) {
        for (ToolContext context : registered()) {
            if (context.client().equals(client)) deactivate(context);
        }
    }

    /// Returns the running contexts of some clients.
    List<ToolContext> active(List<Client> clients) {
        List<ToolContext> running = new ArrayList<>();
        for (ToolContext context : registered())
            if (context.active() && clients.contains(context.client())) running.add(context);
        return running;
    }

    /// Stops them at finalization of the process: recording by the C half continues until the process exits.
    void retireAll(Client client) {
        for (ToolContext context : registered()) {
            if (context.client().equals(client)) retire(context);
        }
    }

    /// Removes all contexts of a client: their handles are invalid from now on.
    synchronized void remove(Client client) {
        @Nullable ToolContext[] kept = all.clone();
        for (int i = 0; i < kept.length; i++) {
            ToolContext context = kept[i];
            if (context != null && context.client().equals(client)) {
                deactivate(context);
                kept[i] = null;
            }
        }
        all = kept;
    }

    List<ToolContext> registered() {
        List<ToolContext> registered = new ArrayList<>();
        for (ToolContext context : all) if (context != null) registered.add(context);
        return registered;
    }

    private boolean isRegistered(ToolContext context) {
        return find(context.handle()) == context;
    }
}
