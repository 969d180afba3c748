package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.ApiTable;
import io.rocprofiler.abi.ApiTables;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.NativeLink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes the plans for the slots of one table from the services of the frozen contexts.
final class SlotPlans {
    /// Operations of `MARKER_CORE_RANGE_API` behind the functions of the roctx core table (facts: roctx.json,
    /// core_range).
    private static final int[] RANGE_OPERATION = {0, 1, 1, 2, 2, 3};

    private static final SlotPlan.RangeRole[] RANGE_ROLE = {
        SlotPlan.RangeRole.NONE,
        SlotPlan.RangeRole.OPEN_THREAD,
        SlotPlan.RangeRole.CLOSE_THREAD,
        SlotPlan.RangeRole.OPEN_PROCESS,
        SlotPlan.RangeRole.CLOSE_PROCESS,
        SlotPlan.RangeRole.NONE
    };

    private final ApiTable table;
    private final ToolContext[] contexts;
    private final boolean ranges;
    private final List<SlotEntry> entries = new ArrayList<>();

    SlotPlans(ApiTable table, ToolContext[] contexts) {
        this.table = table;
        this.contexts = contexts;
        this.ranges = table == ApiTables.ROCTX_CORE && anyRangeService();
    }

    private boolean anyRangeService() {
        for (ToolContext context : contexts) {
            for (CallbackService service : context.callbacks()) if (isRange(service.kind())) return true;
            for (BufferService service : context.buffers()) if (isRange(service.kind())) return true;
        }
        return false;
    }

    private static boolean isRange(CallbackTracingKind kind) {
        return kind == CallbackTracingKind.MARKER_CORE_RANGE_API;
    }

    private static boolean isRange(BufferTracingKind kind) {
        return kind == BufferTracingKind.MARKER_CORE_RANGE_API;
    }

    /// True when no context asks for anything of this table.
    boolean isEmpty() {
        if (ranges) return false;
        for (ToolContext context : contexts) {
            for (CallbackService service : context.callbacks())
                if (service.kind().value() == table.callbackKind()) return false;
            for (BufferService service : context.buffers()) if (isBuffered(service)) return false;
        }
        return true;
    }

    /// The plan of one operation, or null when nobody asked for it.
    @Nullable
    SlotPlan plan(int operation) {
        entries.clear();
        SlotPlan.RangeRole role = ranges ? RANGE_ROLE[operation] : SlotPlan.RangeRole.NONE;
        for (ToolContext context : contexts) {
            addCallbacks(context, operation, role);
            addBuffers(context, operation, role);
        }
        boolean closes = role == SlotPlan.RangeRole.CLOSE_THREAD || role == SlotPlan.RangeRole.CLOSE_PROCESS;
        if (entries.isEmpty() && !closes) return null;
        return new SlotPlan(entries, signature(operation), role, Native.linked(NativeLink.CORRELATION));
    }

    private void addCallbacks(ToolContext context, int operation, SlotPlan.RangeRole role) {
        for (CallbackService service : context.callbacks()) {
            if (service.kind().value() == table.callbackKind() && service.selects(operation))
                add(SlotEntry.callback(context, service, operation, false));
            if (ranges && isRange(service.kind()) && begins(role) && service.selects(RANGE_OPERATION[operation]))
                add(SlotEntry.callback(context, service, RANGE_OPERATION[operation], opens(role)));
        }
    }

    private void addBuffers(ToolContext context, int operation, SlotPlan.RangeRole role) {
        for (BufferService service : context.buffers()) {
            boolean extended = service.kind().value() == table.bufferExtKind();
            if (isBuffered(service) && service.selects(operation))
                add(SlotEntry.buffered(context, service, operation, extended, false));
            if (ranges && isRange(service.kind()) && begins(role) && service.selects(RANGE_OPERATION[operation]))
                add(SlotEntry.buffered(context, service, RANGE_OPERATION[operation], false, opens(role)));
        }
    }

    private boolean isBuffered(BufferService service) {
        int kind = service.kind().value();
        return kind == table.bufferKind() || kind == table.bufferExtKind();
    }

    private static boolean opens(SlotPlan.RangeRole role) {
        return role == SlotPlan.RangeRole.OPEN_THREAD || role == SlotPlan.RangeRole.OPEN_PROCESS;
    }

    private static boolean begins(SlotPlan.RangeRole role) {
        return role == SlotPlan.RangeRole.NONE || opens(role);
    }

    private void add(SlotEntry entry) {
        if (entries.size() < RangePath.MAX_ENTRIES) entries.add(entry);
        else
            Messages.warn("more than " + RangePath.MAX_ENTRIES + " services ask for one function: the last is ignored");
    }

    private SlotPlan.Signature signature(int operation) {
        return new SlotPlan.Signature(
                table.argMoves(operation), table.payloadBytes(), table.payloadRetval(), table.resultBytes(operation));
    }
}
