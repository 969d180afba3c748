package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.internal.ApiTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A list of services that acts as one: the first service with an answer gives it. The order is that
/// of notifications.
public final class EventServices {
    private final EventService[] all;

    public EventServices(List<EventService> all) {
        this.all = all.toArray(new EventService[0]);
    }

    /// Returns the services that may have hooks in a table.
    public EventServices hooking(ApiTable table) {
        List<EventService> hooking = new ArrayList<>(all.length);
        for (EventService service : all) if (service.hooks(table)) hooking.add(service);
        return new EventServices(hooking);
    }

    /// Returns the services that may replace functions of a table.
    public EventServices replacing(ApiTable table) {
        List<EventService> replacing = new ArrayList<>(all.length);
        for (EventService service : all) if (service.replaces(table)) replacing.add(service);
        return new EventServices(replacing);
    }

    public boolean isEmpty() {
        return all.length == 0;
    }

    @Nullable
    SlotHook outerHook(ApiTable table, int operation) {
        for (EventService service : all) {
            SlotHook hook = service.outerHook(table, operation);
            if (hook != null) return hook;
        }
        return null;
    }

    @Nullable
    SlotHook innerHook(ApiTable table, int operation) {
        for (EventService service : all) {
            SlotHook hook = service.innerHook(table, operation);
            if (hook != null) return hook;
        }
        return null;
    }

    int followedStream(ApiTable table, int operation) {
        for (EventService service : all) {
            int source = service.followedStream(table, operation);
            if (source >= 0) return source;
        }
        return -1;
    }

    public long replacement(ApiTable table, int operation, long function) {
        for (EventService service : all) {
            long replacement = service.replacement(table, operation, function);
            if (replacement != 0) return replacement;
        }
        return 0;
    }

    public void windowCloses() {
        for (EventService service : all) service.windowCloses();
    }

    public void windowClosed() {
        for (EventService service : all) service.windowClosed();
    }

    public void runtimeRegisters(RuntimeTables runtime) {
        for (EventService service : all) service.runtimeRegisters(runtime);
    }

    public void runtimeRegistered(RuntimeTables runtime, boolean isInUse) {
        for (EventService service : all) service.runtimeRegistered(runtime, isInUse);
    }

    public void contextsCame(RuntimeTables runtime) {
        for (EventService service : all) service.contextsCame(runtime);
    }

    public void catchUp(RuntimeTables runtime, List<? extends TracingContext> came) {
        for (EventService service : all) service.catchUp(runtime, came);
    }

    public void drain() {
        for (EventService service : all) service.drain();
    }

    public void finish() {
        for (EventService service : all) service.finish();
    }

    public void ended() {
        for (EventService service : all) service.ended();
    }
}
