package io.rocprofiler.sdk.internal.codeobject;

import io.rocprofiler.abi.HsaExtension;
import io.rocprofiler.abi.HsaVenAmdLoader103Pfn;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.HsaCoreApiId;
import io.rocprofiler.sdk.internal.hsa.NativeHsaQueries;
import io.rocprofiler.sdk.internal.plan.RuntimeTables;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import java.lang.foreign.Arena;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The functions that list the code objects of an HSA runtime: its own, as it registered them, and those of AMD's
/// loader extension. Each instance of the runtime has its own, because an instance knows only its own executables.
///
/// Thread rule: any thread.
final class HsaLoader {
    /// The version of the extension. The required functions exist since 1.01; with an older table they stay null.
    private static final int EXTENSION_MAJOR = 1;

    private static final int ITERATE = HsaVenAmdLoader103Pfn.HSA_VEN_AMD_LOADER_EXECUTABLE_ITERATE_LOADED_CODE_OBJECTS;
    private static final int OBJECT_INFO = HsaVenAmdLoader103Pfn.HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_GET_INFO;
    private static final int ITERATE_EXECUTABLES = HsaVenAmdLoader103Pfn.HSA_VEN_AMD_LOADER_ITERATE_EXECUTABLES;
    private static final int HOST_ADDRESS = HsaVenAmdLoader103Pfn.HSA_VEN_AMD_LOADER_QUERY_HOST_ADDRESS;

    // hsa.h: HSA_EXECUTABLE_INFO_STATE, HSA_EXECUTABLE_STATE_FROZEN
    private static final int STATE = 2;
    private static final int FROZEN = 1;

    /// `hsa_status_t (*)(hsa_executable_t, hsa_agent_t, callback, void*)`
    final long iterateAgentSymbols;

    /// `hsa_status_t (*)(hsa_executable_symbol_t, hsa_executable_symbol_info_t, void*)`
    final long symbolInfo;

    /// `hsa_status_t (*)(hsa_agent_t, hsa_agent_info_t, void*)`
    final long agentInfo;

    private final long executableInfo;
    private final long extensionTable;
    private long functions; // a copy of the extension's table, 0 if not requested yet

    private HsaLoader(long core) {
        iterateAgentSymbols = function(core, HsaCoreApiId.hsa_executable_iterate_agent_symbols);
        symbolInfo = function(core, HsaCoreApiId.hsa_executable_symbol_get_info);
        agentInfo = function(core, HsaCoreApiId.hsa_agent_get_info);
        executableInfo = function(core, HsaCoreApiId.hsa_executable_get_info);
        extensionTable = function(core, HsaCoreApiId.hsa_system_get_major_extension_table);
    }

    /// Keeps the functions of a runtime that registers, before any of them is wrapped.
    ///
    /// @param container address of an `HsaApiTable`
    /// @return null if a function is missing
    static @Nullable HsaLoader of(long container) {
        long core = RuntimeTables.hsaTable(ApiTables.HSA_CORE, container);
        return core == 0 ? null : new HsaLoader(core);
    }

    private static long function(long core, int operation) {
        int known = RuntimeTables.operations(ApiTables.HSA_CORE, core);
        return operation < known ? Memory.getLong(core + ApiTables.HSA_CORE.slotOffset(operation)) : 0;
    }

    /// Whether the runtime can be queried. Requests the extension on first use, because a runtime is not usable
    /// during its registration.
    synchronized boolean isPresent() {
        if (functions == 0) {
            int size = HsaVenAmdLoader103Pfn.SIZEOF;
            functions = Arena.global().allocate(size, Long.BYTES).address();
            long extension = HsaExtension.AMD_LOADER.value();
            if (extensionTable == 0
                    || (int) Native.invoke(extensionTable, extension, EXTENSION_MAJOR, size, functions, 0, 0) != 0)
                Memory.zero(functions, size);
        }
        return iterateCodeObjects() != 0 && codeObjectInfo() != 0 && iterateAgentSymbols != 0 && symbolInfo != 0;
    }

    /// Handles of the executables that are ready to run; none if the query fails. Requires [#isPresent].
    long[] frozenExecutables() {
        long[] all = NativeHsaQueries.collect(Memory.getLong(functions + ITERATE_EXECUTABLES), 0, false);
        int count = 0;
        for (long executable : all) if (isFrozen(executable)) all[count++] = executable;
        return Arrays.copyOf(all, count);
    }

    /// hsa_status_t hsa_executable_get_info(hsa_executable_t, hsa_executable_info_t, void* value)
    private boolean isFrozen(long executable) {
        if (executableInfo == 0) return false;
        try (Arena arena = Arena.ofConfined()) {
            long state = arena.allocate(Long.BYTES, Long.BYTES).address();
            long status = Native.invoke(executableInfo, executable, STATE, state, 0, 0, 0);
            return (int) status == 0 && Memory.getInt(state) == FROZEN;
        }
    }

    /// `hsa_status_t (*)(hsa_executable_t, callback, void*)`
    long iterateCodeObjects() {
        return Memory.getLong(functions + ITERATE);
    }

    /// `hsa_status_t (*)(hsa_loaded_code_object_t, hsa_ven_amd_loader_loaded_code_object_info_t, void*)`
    long codeObjectInfo() {
        return Memory.getLong(functions + OBJECT_INFO);
    }

    /// `hsa_status_t (*)(const void* device_address, const void** host_address)`, or 0.
    long hostAddress() {
        return Memory.getLong(functions + HOST_ADDRESS);
    }
}
