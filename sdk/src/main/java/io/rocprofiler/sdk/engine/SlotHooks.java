package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.ApiTable;
import io.rocprofiler.abi.ApiTables;
import org.jspecify.annotations.Nullable;

/// Which functions have hooks, once the configuration window has closed. Outer hooks enclose the traced call, inner
/// ones
/// lie within it, as AMD's wrappers do.
final class SlotHooks {
    private SlotHooks() {}

    /// Whether any function of a table may have a hook.
    static boolean concern(ApiTable table) {
        if (table == ApiTables.ROCTX_CORE) return RangePath.isWanted();
        if (table == ApiTables.HIP_RUNTIME) return HipStreams.isWanted();
        if (table == ApiTables.HSA_TOOLS) return ScratchEvents.isWanted();
        if (CodeObjectHooks.concern(table)) return true;
        return MemoryAllocations.isWanted() && (table == ApiTables.HSA_CORE || table == ApiTables.HSA_AMD_EXT);
    }

    static @Nullable SlotHook outer(ApiTable table, int operation) {
        if (table == ApiTables.ROCTX_CORE) return RangePath.hook(operation);
        if (table == ApiTables.HIP_RUNTIME) return HipStreams.hook(table, operation);
        return null;
    }

    static @Nullable SlotHook inner(ApiTable table, int operation) {
        if (table == ApiTables.HSA_TOOLS) return ScratchEvents.hook(operation);
        SlotHook codeObjects = CodeObjectHooks.of(table, operation);
        return codeObjects != null ? codeObjects : MemoryAllocations.hook(table, operation);
    }
}
