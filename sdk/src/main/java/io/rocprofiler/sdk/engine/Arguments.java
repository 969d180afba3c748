package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.ApiFunction;
import io.rocprofiler.abi.ApiParameter;
import io.rocprofiler.abi.ApiTable;
import io.rocprofiler.abi.ApiTables;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.MarkerCoreApiId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads single arguments and the return value out of a payload. Signatures are parsed once per function.
///
/// Thread rule: any thread; two threads may parse the same signature at first.
final class Arguments {
    private static final ApiFunction[][] PARSED = new ApiFunction[ApiTables.count()][];

    private Arguments() {}

    static int count(CallbackTracingKind kind, int operation) {
        ApiFunction function = function(kind, operation);
        return function == null ? 0 : function.parameters().size();
    }

    static String name(CallbackTracingKind kind, int operation, int argument) {
        return parameter(kind, operation, argument).name();
    }

    static long value(CallbackTracingKind kind, int operation, int argument, long payload) {
        ApiParameter parameter = parameter(kind, operation, argument);
        ApiTable table = Objects.requireNonNull(table(kind));
        return read(payload + table.payloadArgs() + parameter.offset(), parameter.size(), parameter.kind());
    }

    static long returnValue(CallbackTracingKind kind, int operation, long payload) {
        ApiTable table = table(kind);
        ApiFunction function = function(kind, operation);
        if (table == null || function == null) return 0;
        int bytes = table.resultBytes(function.operation());
        return bytes == 0 ? 0 : read(payload + table.payloadRetval(), bytes, function.resultKind());
    }

    private static ApiParameter parameter(CallbackTracingKind kind, int operation, int argument) {
        ApiFunction function = function(kind, operation);
        int count = function == null ? 0 : function.parameters().size();
        Objects.checkIndex(argument, count);
        return Objects.requireNonNull(function).parameters().get(argument);
    }

    static @Nullable ApiFunction function(CallbackTracingKind kind, int operation) {
        ApiTable table = table(kind);
        if (table == null) return null;
        int slot = kind == CallbackTracingKind.MARKER_CORE_RANGE_API ? coreFunction(operation) : operation;
        if (slot < 0 || slot >= table.operations()) return null;
        ApiFunction[] functions = PARSED[table.index()];
        if (functions == null) {
            functions = new ApiFunction[table.operations()];
            PARSED[table.index()] = functions;
        }
        ApiFunction function = functions[slot];
        if (function == null) {
            function = table.function(slot);
            functions[slot] = function;
        }
        return function;
    }

    static @Nullable ApiTable table(CallbackTracingKind kind) {
        return kind == CallbackTracingKind.MARKER_CORE_RANGE_API
                ? ApiTables.ROCTX_CORE
                : ApiTables.ofCallbackKind(kind.value());
    }

    /// The function whose arguments a range operation carries: the one that opens the range.
    private static int coreFunction(int rangeOperation) {
        return switch (rangeOperation) {
            case 0 -> MarkerCoreApiId.roctxMarkA;
            case 1 -> MarkerCoreApiId.roctxRangePushA;
            case 2 -> MarkerCoreApiId.roctxRangeStartA;
            case 3 -> MarkerCoreApiId.roctxGetThreadId;
            default -> -1;
        };
    }

    /// Where in a frame the argument lies that a payload has at `offset` of its `args`.
    static int source(ApiTable table, int operation, int offset) {
        for (long move : table.argMoves(operation)) {
            if ((move >>> 16 & 0xFFFF) == offset) return (int) (move & 0xFFFF);
        }
        throw new IllegalArgumentException("offset=" + offset);
    }

    private static long read(long address, int bytes, String kind) {
        if (bytes > 4) return Memory.getLong(address);
        boolean signed = kind.startsWith("i") || kind.startsWith("enum:");
        return switch (bytes) {
            case 1 -> signed ? Memory.getByte(address) : Memory.getByte(address) & 0xFFL;
            case 2 -> signed ? Memory.getShort(address) : Memory.getShort(address) & 0xFFFFL;
            case 4 -> signed ? Memory.getInt(address) : Memory.getInt(address) & 0xFFFF_FFFFL;
            default -> Memory.getLong(address);
        };
    }
}
