package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.ApiTable;
import io.rocprofiler.abi.ApiTables;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.MarkerCoreApiId;
import io.rocprofiler.abi.NativeLink;
import io.rocprofiler.abi.Operations;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes the plans for the slots of one table from the services of the frozen contexts.
final class SlotPlans {
    private final ApiTable table;
    private final ToolContext[] contexts;
    private final boolean hooked;
    private final boolean retires = Correlation.retires();
    private final List<SlotEntry> entries = new ArrayList<>();

    SlotPlans(ApiTable table, ToolContext[] contexts) {
        this.table = table;
        this.contexts = contexts;
        this.hooked = SlotHooks.concern(table);
    }

    /// True when no context asks for anything of this table.
    boolean isEmpty() {
        if (hooked) return false;
        for (ToolContext context : contexts) {
            for (CallbackService service : context.callbacks()) if (isOfTable(service)) return false;
            for (BufferService service : context.buffers()) if (isOfTable(service)) return false;
        }
        return true;
    }

    /// The plan of one operation, or null when nobody asked for it.
    @Nullable
    SlotPlan plan(int operation) {
        entries.clear();
        for (ToolContext context : contexts) {
            addCallbacks(context, operation);
            addBuffers(context, operation);
        }
        SlotHook outer = hooked ? SlotHooks.outer(table, operation) : null;
        SlotHook inner = hooked ? SlotHooks.inner(table, operation) : null;
        if (entries.isEmpty() && outer == null && inner == null) return null;
        for (ToolContext context : contexts)
            if (wants(outer, context) || wants(inner, context)) add(entries, SlotEntry.wake(context));
        long correlation = Native.linked(NativeLink.CORRELATION);
        return new SlotPlan(entries, signature(operation), outer, inner, correlation, retires);
    }

    private static boolean wants(@Nullable SlotHook hook, ToolContext context) {
        return hook != null && hook.wants(context);
    }

    private void addCallbacks(ToolContext context, int operation) {
        for (CallbackService service : context.callbacks()) {
            int selected = service.kind() == CallbackTracingKind.MARKER_CORE_RANGE_API ? ofRange(operation) : operation;
            if (isOfTable(service) && selected >= 0 && service.selects(selected))
                add(entries, SlotEntry.callback(context, service, selected));
        }
    }

    private void addBuffers(ToolContext context, int operation) {
        for (BufferService service : context.buffers()) {
            boolean extended = service.kind().value() == table.bufferExtKind();
            int selected = service.kind() == BufferTracingKind.MARKER_CORE_RANGE_API ? ofRange(operation) : operation;
            if (isOfTable(service) && selected >= 0 && service.selects(selected))
                add(entries, SlotEntry.buffered(context, service, selected, extended));
        }
    }

    /// The operation of `MARKER_CORE_RANGE_API` that is one call of a core function; ranges themselves are a hook's.
    private static int ofRange(int coreOperation) {
        boolean isCall =
                coreOperation == MarkerCoreApiId.roctxMarkA || coreOperation == MarkerCoreApiId.roctxGetThreadId;
        return isCall ? Operations.rangeOfCore(coreOperation) : -1;
    }

    private boolean isOfTable(CallbackService service) {
        if (service.kind().value() == table.callbackKind()) return true;
        return table == ApiTables.ROCTX_CORE && service.kind() == CallbackTracingKind.MARKER_CORE_RANGE_API;
    }

    private boolean isOfTable(BufferService service) {
        int kind = service.kind().value();
        if (kind == table.bufferKind() || kind == table.bufferExtKind()) return true;
        return table == ApiTables.ROCTX_CORE && service.kind() == BufferTracingKind.MARKER_CORE_RANGE_API;
    }

    static void add(List<SlotEntry> entries, SlotEntry entry) {
        if (entries.size() < SlotPlan.MAX_ENTRIES) entries.add(entry);
        else Messages.warn("more than " + SlotPlan.MAX_ENTRIES + " services ask for one function: the last is ignored");
    }

    private SlotPlan.Signature signature(int operation) {
        return new SlotPlan.Signature(
                table.argMoves(operation), table.payloadBytes(), table.payloadRetval(), table.resultBytes(operation));
    }
}
