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
    private final List<Wish> wishes = new ArrayList<>();
    private final boolean hooked;
    private final boolean retires;
    private final long correlation = Native.linked(NativeLink.CORRELATION);
    private final List<SlotEntry> entries = new ArrayList<>();

    /// A service that asks for functions of the table: one of the two.
    ///
    /// @param isRange it counts the operations of `ROCTX_CORE` in its own way
    private record Wish(
            ToolContext context,
            @Nullable CallbackService callbacks,
            @Nullable BufferService records,
            boolean isRange) {}

    /// The plans of what lies next to the runtime's functions.
    static SlotPlans of(ApiTable table, ToolContext[] contexts) {
        return new SlotPlans(table, contexts, false);
    }

    /// The plans of what lies around that: the contexts that [ToolContext#isOutermost()] speaks of.
    static SlotPlans outermost(ApiTable table, ToolContext[] contexts) {
        return new SlotPlans(table, contexts, true);
    }

    private SlotPlans(ApiTable table, ToolContext[] contexts, boolean outermost) {
        this.table = table;
        this.contexts = contexts;
        this.hooked = !outermost && SlotHooks.concern(table);
        this.retires = !outermost && Correlation.retires();
        for (ToolContext context : contexts) {
            if (context.isOutermost() != outermost) continue;
            for (CallbackService service : context.callbacks()) addWish(context, service);
            for (BufferService service : context.buffers()) addWish(context, service);
        }
    }

    private void addWish(ToolContext context, CallbackService service) {
        boolean isRange = service.kind() == CallbackTracingKind.MARKER_CORE_RANGE_API;
        boolean isOfTable = service.kind().value() == table.callbackKind() || (isRange && isCore());
        if (isOfTable) wishes.add(new Wish(context, service, null, isRange));
    }

    private void addWish(ToolContext context, BufferService service) {
        int kind = service.kind().value();
        boolean isRange = service.kind() == BufferTracingKind.MARKER_CORE_RANGE_API;
        boolean isOfTable = kind == table.bufferKind() || kind == table.bufferExtKind() || (isRange && isCore());
        if (isOfTable) wishes.add(new Wish(context, null, service, isRange));
    }

    private boolean isCore() {
        return table == ApiTables.ROCTX_CORE;
    }

    /// True when no context asks for anything of this table.
    boolean isEmpty() {
        return !hooked && wishes.isEmpty();
    }

    /// The plan of one operation, or null when nobody asked for it.
    @Nullable
    SlotPlan plan(int operation) {
        entries.clear();
        for (int i = 0; i < wishes.size(); i++) fulfil(wishes.get(i), operation);
        SlotHook outer = hooked ? SlotHooks.outer(table, operation) : null;
        SlotHook inner = hooked ? SlotHooks.inner(table, operation) : null;
        if (entries.isEmpty() && outer == null && inner == null) return null;
        if (outer != null || inner != null) {
            for (ToolContext context : contexts)
                if (wants(outer, context) || wants(inner, context)) add(entries, SlotEntry.wake(context));
        }
        return new SlotPlan(entries, signature(operation), outer, inner, correlation, retires);
    }

    private static boolean wants(@Nullable SlotHook hook, ToolContext context) {
        return hook != null && hook.wants(context);
    }

    private void fulfil(Wish wish, int operation) {
        int selected = wish.isRange() ? ofRange(operation) : operation;
        if (selected < 0) return;
        CallbackService callbacks = wish.callbacks();
        BufferService records = wish.records();
        if (callbacks != null && callbacks.selects(selected)) {
            add(entries, SlotEntry.callback(wish.context(), callbacks, selected));
        } else if (records != null && records.selects(selected)) {
            boolean extended = records.kind().value() == table.bufferExtKind();
            add(entries, SlotEntry.buffered(wish.context(), records, selected, extended));
        }
    }

    /// The operation of `MARKER_CORE_RANGE_API` that is one call of a core function; ranges themselves are a hook's.
    private static int ofRange(int coreOperation) {
        boolean isCall =
                coreOperation == MarkerCoreApiId.roctxMarkA || coreOperation == MarkerCoreApiId.roctxGetThreadId;
        return isCall ? Operations.rangeOfCore(coreOperation) : -1;
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
