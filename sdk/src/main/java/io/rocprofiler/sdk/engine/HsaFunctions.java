package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.ApiTable;
import io.rocprofiler.abi.ApiTables;
import io.rocprofiler.abi.NativeLink;
import java.lang.foreign.Arena;

/// The HSA runtime's own functions, as it registered them: for calls that the engine makes itself, which nobody traces.
/// They are those of the first runtime; a second one has no agents of its own. A runtime that is shut down and comes up
/// again
/// registers the same table again.
///
/// Thread rule: any thread.
final class HsaFunctions {
    private static volatile long[] core = {};
    private static volatile long[] amdExt = {};

    private static volatile long first;

    private HsaFunctions() {}

    /// Keeps the functions of a runtime that registers, before any of them is wrapped.
    ///
    /// @param container address of an `HsaApiTable`
    /// @return whether it is the runtime whose functions these are
    static boolean keep(long container) {
        if (isKnown()) return container == first;
        first = container;
        amdExt = functions(ApiTables.HSA_AMD_EXT, container);
        core = functions(ApiTables.HSA_CORE, container);
        share(NativeLink.HSA_AMD_EXT, amdExt);
        share(NativeLink.HSA_CORE, core);
        return true;
    }

    /// For C: the number of functions, then the functions. Lifetime: as long as the process.
    private static void share(int field, long[] functions) {
        long shared = Arena.global()
                .allocate((functions.length + 1L) * Long.BYTES, Long.BYTES)
                .address();
        Memory.putLong(shared, functions.length);
        for (int i = 0; i < functions.length; i++) Memory.putLong(shared + (i + 1L) * Long.BYTES, functions[i]);
        Native.linked(field, shared);
    }

    static boolean isKnown() {
        return core.length != 0;
    }

    /// Whether a function that stands in a table is the first runtime's own.
    static boolean isOwn(ApiTable table, int operation, long function) {
        long own =
                table == ApiTables.HSA_CORE ? core(operation) : table == ApiTables.HSA_AMD_EXT ? amdExt(operation) : 0;
        return own != 0 && own == function;
    }

    /// The address of a function of the core table, 0 if the runtime does not have it.
    static long core(int operation) {
        return operation < core.length ? core[operation] : 0;
    }

    /// As [#core], of the AMD extension table.
    static long amdExt(int operation) {
        return operation < amdExt.length ? amdExt[operation] : 0;
    }

    private static long[] functions(ApiTable known, long container) {
        long table = TableWrapper.hsaTable(known, container);
        if (table == 0) return new long[0];
        long[] functions = new long[TableWrapper.operations(known, table)];
        for (int i = 0; i < functions.length; i++) functions[i] = Memory.getLong(table + known.slotOffset(i));
        return functions;
    }
}
