package io.rocprofiler.sdk.internal.argument;

import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.internal.ApiFunction;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.OmptEvents;
import org.jspecify.annotations.Nullable;

/// The signatures of traced functions, and the positions of their arguments. Signatures are parsed once
/// per function.
///
/// Thread rule: any thread; two threads may parse the same signature at first.
public final class Arguments {
    private static final ApiFunction[][] PARSED = new ApiFunction[ApiTables.count()][];

    private Arguments() {}

    static @Nullable ApiFunction function(CallbackTracingKind kind, int operation) {
        ApiTable table = table(kind);
        if (table == null) return null;
        int slot = kind == CallbackTracingKind.MARKER_CORE_RANGE_API ? Operations.coreOfRange(operation) : operation;
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

    /// Returns an OpenMP event in the form of a function, or null if there is none of that number. Parses it on every
    /// call.
    public static @Nullable ApiFunction openMp(int operation) {
        String name = Operations.name(CallbackTracingKind.OMPT, operation);
        return name == null ? null : OmptEvents.of(operation, name);
    }

    static @Nullable ApiTable table(CallbackTracingKind kind) {
        return kind == CallbackTracingKind.MARKER_CORE_RANGE_API
                ? ApiTables.ROCTX_CORE
                : ApiTables.ofCallbackKind(kind.value());
    }

    /// Returns the position in a frame of the argument that a payload has at `offset` of its `args`.
    public static int source(ApiTable table, int operation, int offset) {
        for (long move : table.argMoves(operation)) {
            if ((move >>> 16 & 0xFFFF) == offset) return (int) (move & 0xFFFF);
        }
        throw new IllegalArgumentException("offset=" + offset);
    }
}
