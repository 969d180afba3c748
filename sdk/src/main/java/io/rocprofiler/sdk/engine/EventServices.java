package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.ApiTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Services in the order in which they hear of things, asked as one: the first that has an answer gives it.
public final class EventServices {
    private final EventService[] all;

    public EventServices(List<EventService> all) {
        this.all = all.toArray(new EventService[0]);
    }

    /// Those that may have hooks in a table.
    EventServices hooking(ApiTable table) {
        List<EventService> hooking = new ArrayList<>(all.length);
        for (EventService service : all) if (service.hooks(table)) hooking.add(service);
        return new EventServices(hooking);
    }

    /// Those that may replace functions of a table.
    EventServices replacing(ApiTable table) {
        List<EventService> replacing = new ArrayList<>(all.length);
        for (EventService service : all) if (service.replaces(table)) replacing.add(service);
        return new EventServices(replacing);
    }

    boolean isEmpty() {
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

    long replacement(ApiTable table, int operation, long function) {
        for (EventService service : all) {
            long replacement = service.replacement(table, operation, function);
            if (replacement != 0) return replacement;
        }
        return 0;
    }

    void windowCloses() {
        for (EventService service : all) service.windowCloses();
    }

    void windowClosed() {
        for (EventService service : all) service.windowClosed();
    }

    void runtimeRegisters(RuntimeTables runtime) {
        for (EventService service : all) service.runtimeRegisters(runtime);
    }

    void runtimeRegistered(RuntimeTables runtime, boolean isInUse) {
        for (EventService service : all) service.runtimeRegistered(runtime, isInUse);
    }

    void drain() {
        for (EventService service : all) service.drain();
    }

    void finish() {
        for (EventService service : all) service.finish();
    }
}
