package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.HsaSignalCondition;
import io.rocprofiler.abi.HsaSystemInfo;
import io.rocprofiler.abi.internal.HsaAmdExtApiId;
import io.rocprofiler.abi.internal.HsaCoreApiId;
import io.rocprofiler.sdk.internal.hsa.HsaFunctions;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import java.lang.foreign.Arena;

/// The functions of an HSA runtime, by their addresses.
///
/// @param systemInfo `hsa_system_get_info`, 0 if there is none
record HsaGpuFunctions(
        long create, long destroy, long store, long load, long watch, long dispatchTime, long copyTime, long systemInfo)
        implements GpuFunctions {
    private static final int SUCCESS = 0;

    /// Returns those of the first runtime that registered.
    static HsaGpuFunctions of(HsaFunctions functions) {
        // A store that wakes no thread is sufficient, if the runtime has one.
        long silent = functions.core(HsaCoreApiId.hsa_signal_silent_store_relaxed);
        return new HsaGpuFunctions(
                functions.core(HsaCoreApiId.hsa_signal_create),
                functions.core(HsaCoreApiId.hsa_signal_destroy),
                silent != 0 ? silent : functions.core(HsaCoreApiId.hsa_signal_store_relaxed),
                functions.core(HsaCoreApiId.hsa_signal_load_scacquire),
                functions.amdExt(HsaAmdExtApiId.hsa_amd_signal_async_handler),
                functions.amdExt(HsaAmdExtApiId.hsa_amd_profiling_get_dispatch_time),
                functions.amdExt(HsaAmdExtApiId.hsa_amd_profiling_get_async_copy_time),
                functions.core(HsaCoreApiId.hsa_system_get_info));
    }

    @Override
    public boolean areComplete() {
        return create != 0
                && destroy != 0
                && store != 0
                && load != 0
                && watch != 0
                && dispatchTime != 0
                && copyTime != 0;
    }

    @Override
    public long createSignal() {
        try (Arena arena = Arena.ofConfined()) {
            long made = arena.allocate(Long.BYTES, Long.BYTES).address();
            return (int) Native.invoke(create, 1, 0, 0, made, 0, 0) == SUCCESS ? Memory.getLong(made) : 0;
        }
    }

    @Override
    public void destroySignal(long signal) {
        Native.invoke(destroy, signal, 0, 0, 0, 0, 0);
    }

    @Override
    public void store(long signal, long value) {
        Native.invoke(store, signal, value, 0, 0, 0, 0);
    }

    @Override
    public boolean watch(long signal, long handler, long argument) {
        int below = HsaSignalCondition.LT.value();
        return (int) Native.invoke(watch, signal, below, 1, handler, argument, 0) == SUCCESS;
    }

    @Override
    public boolean copyTimes(long signal, long times) {
        return (int) Native.invoke(copyTime, signal, times, 0, 0, 0, 0) == SUCCESS;
    }

    @Override
    public long clockHertz() {
        if (systemInfo == 0) return 0;
        try (Arena arena = Arena.ofConfined()) {
            long value = arena.allocate(Long.BYTES, Long.BYTES).address();
            int attribute = HsaSystemInfo.SYSTEM_INFO_TIMESTAMP_FREQUENCY.value();
            return (int) Native.invoke(systemInfo, attribute, value, 0, 0, 0, 0) == SUCCESS ? Memory.getLong(value) : 0;
        }
    }
}
