package io.rocprofiler.sdk.engine.view;

import io.rocprofiler.abi.ApiTable;
import io.rocprofiler.abi.ApiTables;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operations;
import org.jspecify.annotations.Nullable;

/// Where the calls of one kind keep arguments and results, and of which shapes these are.
///
/// Thread rule: any thread; two threads may parse the same signature at first.
final class ApiLayout {
    /// Of a kind that keeps no arguments.
    private static final ApiLayout NONE = new ApiLayout(null, false, 0, 0);

    private static final @Nullable ApiLayout[] CALLBACK = new @Nullable ApiLayout[CallbackTracingKind.LAST];
    private static final @Nullable ApiLayout[] BUFFER = new @Nullable ApiLayout[BufferTracingKind.LAST];

    private final @Nullable ApiTable table;

    /// Operations are ROC-TX ranges: they carry what the function that opens them was called with.
    private final boolean ranges;

    private final @Nullable CallShape[] shapes;

    /// Offset of the arguments in the payload or record.
    final int arguments;

    /// Offset of the result in the payload or record.
    final int result;

    private ApiLayout(@Nullable ApiTable table, boolean ranges, int arguments, int result) {
        this.table = table;
        this.ranges = ranges;
        this.arguments = arguments;
        this.result = result;
        this.shapes = new @Nullable CallShape[table == null ? 0 : table.operations()];
    }

    static ApiLayout ofCallback(int kind) {
        ApiLayout known = CALLBACK[kind];
        if (known != null) return known;
        boolean ranges = kind == CallbackTracingKind.MARKER_CORE_RANGE_API.value();
        ApiTable table = ranges ? ApiTables.ROCTX_CORE : ApiTables.ofCallbackKind(kind);
        ApiLayout layout =
                table == null ? NONE : new ApiLayout(table, ranges, table.payloadArgs(), table.payloadRetval());
        CALLBACK[kind] = layout;
        return layout;
    }

    static ApiLayout ofBuffer(int kind) {
        ApiLayout known = BUFFER[kind];
        if (known != null) return known;
        ApiTable table = ApiTables.ofBufferKind(kind);
        ApiLayout layout = table == null || table.bufferExtKind() != kind
                ? NONE
                : new ApiLayout(table, false, table.extRecordArgs(), table.extRecordRetval());
        BUFFER[kind] = layout;
        return layout;
    }

    CallShape shape(int operation) {
        int slot = ranges ? Operations.coreOfRange(operation) : operation;
        if (slot < 0 || slot >= shapes.length) return CallShape.NONE;
        CallShape shape = shapes[slot];
        return shape != null ? shape : parse(slot);
    }

    private CallShape parse(int slot) {
        ApiTable known = table;
        if (known == null) return CallShape.NONE;
        CallShape shape = CallShape.of(known.function(slot), known.resultBytes(slot));
        shapes[slot] = shape;
        return shape;
    }
}
