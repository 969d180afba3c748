package io.rocprofiler.sdk.internal.hsa;

import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.sdk.internal.plan.EventService;
import io.rocprofiler.sdk.internal.plan.RuntimeTables;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import java.lang.foreign.Arena;

/// The HSA runtime's own functions, as it registered them, for untraced calls by the engine itself. They are those
/// of the first runtime; a second one has no agents of its own. A runtime that is shut down and initialised again
/// registers the same table again.
///
/// Thread rule: any thread.
public final class HsaFunctions implements EventService {
    private volatile long[] core = {};
    private volatile long[] amdExt = {};

    private volatile long first;

    /// Keeps the functions of a runtime that registers, before any of them is wrapped.
    @Override
    public void runtimeRegisters(RuntimeTables runtime) {
        if (isKnown() || !runtime.library().equals("hsa")) return;
        long container = Memory.getLong(runtime.tables());
        first = container;
        amdExt = functions(ApiTables.HSA_AMD_EXT, container);
        core = functions(ApiTables.HSA_CORE, container);
        share(NativeLink.HSA_AMD_EXT, amdExt);
        share(NativeLink.HSA_CORE, core);
    }

    /// Shares functions with C: their number, then their addresses. Lifetime: until the process exits.
    private static void share(int field, long[] functions) {
        long shared = Arena.global()
                .allocate((functions.length + 1L) * Long.BYTES, Long.BYTES)
                .address();
        Memory.putLong(shared, functions.length);
        for (int i = 0; i < functions.length; i++) Memory.putLong(shared + (i + 1L) * Long.BYTES, functions[i]);
        Native.linked(field, shared);
    }

    /// Whether the runtime that registers is the one whose functions these are.
    public boolean isOf(RuntimeTables runtime) {
        return runtime.library().equals("hsa") && Memory.getLong(runtime.tables()) == first;
    }

    boolean isKnown() {
        return core.length != 0;
    }

    /// Whether a function in a table is the first runtime's own.
    public boolean isOwn(ApiTable table, int operation, long function) {
        long own =
                table == ApiTables.HSA_CORE ? core(operation) : table == ApiTables.HSA_AMD_EXT ? amdExt(operation) : 0;
        return own != 0 && own == function;
    }

    /// Returns the address of a function of the core table, or 0 if the runtime does not have it.
    public long core(int operation) {
        return operation < core.length ? core[operation] : 0;
    }

    /// Returns the address of a function of the AMD extension table, as [#core] does for the core table.
    public long amdExt(int operation) {
        return operation < amdExt.length ? amdExt[operation] : 0;
    }

    private static long[] functions(ApiTable known, long container) {
        long table = RuntimeTables.hsaTable(known, container);
        return table == 0 ? new long[0] : RuntimeTables.functions(known, table);
    }
}
