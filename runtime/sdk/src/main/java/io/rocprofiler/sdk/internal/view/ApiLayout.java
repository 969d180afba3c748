package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CallbackTracingOmptData;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.internal.ApiFunction;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.sdk.internal.argument.Arguments;
import org.jspecify.annotations.Nullable;

/// The offsets of arguments and results in calls of one kind, and the shapes of these calls.
///
/// Thread rule: any thread; two threads may parse the same signature at first.
final class ApiLayout {
    /// The layout of a kind without arguments.
    private static final ApiLayout NONE = new ApiLayout(null, 0, false, 0, 0);

    private static final int OMPT = CallbackTracingKind.OMPT.value();

    private static final @Nullable ApiLayout[] CALLBACK = new @Nullable ApiLayout[CallbackTracingKind.last()];
    private static final @Nullable ApiLayout[] BUFFER = new @Nullable ApiLayout[BufferTracingKind.last()];

    /// Null for OpenMP's events, which are described like functions.
    private final @Nullable ApiTable table;

    /// Whether operations are ROC-TX ranges: they have the arguments of the functions that open them.
    private final boolean ranges;

    private final @Nullable CallShape[] shapes;

    /// Offset of the arguments in the payload or record.
    final int arguments;

    /// Offset of the result in the payload or record.
    final int result;

    private ApiLayout(@Nullable ApiTable table, int operations, boolean ranges, int arguments, int result) {
        this.table = table;
        this.ranges = ranges;
        this.arguments = arguments;
        this.result = result;
        this.shapes = new @Nullable CallShape[operations];
    }

    static ApiLayout ofCallback(int kind) {
        ApiLayout known = CALLBACK[kind];
        if (known != null) return known;
        ApiLayout layout = kind == OMPT ? ofOmpt() : ofApi(kind);
        CALLBACK[kind] = layout;
        return layout;
    }

    /// Whether events of a callback kind are calls of functions, or ranges.
    static boolean isApi(int kind) {
        return ofCallback(kind) != NONE;
    }

    private static ApiLayout ofOmpt() {
        return new ApiLayout(null, Operations.count(CallbackTracingKind.OMPT), false, CallbackTracingOmptData.ARGS, 0);
    }

    private static ApiLayout ofApi(int kind) {
        boolean ranges = kind == CallbackTracingKind.MARKER_CORE_RANGE_API.value();
        ApiTable table = ranges ? ApiTables.ROCTX_CORE : ApiTables.ofCallbackKind(kind);
        if (table == null) return NONE;
        return new ApiLayout(table, table.operations(), ranges, table.payloadArgs(), table.payloadRetval());
    }

    static ApiLayout ofBuffer(int kind) {
        ApiLayout known = BUFFER[kind];
        if (known != null) return known;
        ApiTable table = ApiTables.ofBufferKind(kind);
        ApiLayout layout = table == null || table.bufferExtKind() != kind
                ? NONE
                : new ApiLayout(table, table.operations(), false, table.extRecordArgs(), table.extRecordRetval());
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
        ApiFunction function = known == null ? Arguments.openMp(slot) : known.function(slot);
        if (function == null) return CallShape.NONE;
        CallShape shape = CallShape.of(function, known == null ? 0 : known.resultBytes(slot));
        shapes[slot] = shape;
        return shape;
    }
}
