package io.rocprofiler.sdk.internal.hsa;

import io.rocprofiler.abi.HsaQueueInfoAttribute;
import io.rocprofiler.abi.internal.HsaAmdExtApiId;
import io.rocprofiler.abi.internal.HsaCoreApiId;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.sdk.internal.agent.HsaQueries;
import io.rocprofiler.sdk.internal.seam.HandleList;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import java.lang.foreign.Arena;

/// Queries the runtime through its own functions ([HsaFunctions]).
///
/// C collects the items that HSA passes to callbacks (`rpj_collect`), so that no Java frame is below the runtime.
public final class NativeHsaQueries implements HsaQueries {
    private final HsaFunctions functions;

    public NativeHsaQueries(HsaFunctions functions) {
        this.functions = functions;
    }

    /// HSA_STATUS_SUCCESS.
    private static final int SUCCESS = 0;

    @Override
    public long[] agents() {
        return collect(functions.core(HsaCoreApiId.hsa_iterate_agents), 0, false);
    }

    @Override
    public long[] pools(long agent) {
        return collect(functions.amdExt(HsaAmdExtApiId.hsa_amd_agent_iterate_memory_pools), agent, true);
    }

    @Override
    public long[] regions(long agent) {
        return collect(functions.core(HsaCoreApiId.hsa_agent_iterate_regions), agent, true);
    }

    @Override
    public long[] caches(long agent) {
        return collect(functions.core(HsaCoreApiId.hsa_agent_iterate_caches), agent, true);
    }

    @Override
    public boolean agentInfo(long agent, int attribute, long value) {
        return info(functions.core(HsaCoreApiId.hsa_agent_get_info), agent, attribute, value);
    }

    @Override
    public boolean poolInfo(long pool, int attribute, long value) {
        return info(functions.amdExt(HsaAmdExtApiId.hsa_amd_memory_pool_get_info), pool, attribute, value);
    }

    @Override
    public boolean cacheInfo(long cache, int attribute, long value) {
        return info(functions.core(HsaCoreApiId.hsa_cache_get_info), cache, attribute, value);
    }

    @Override
    public long queueAgent(long queue) {
        long function = functions.amdExt(HsaAmdExtApiId.hsa_amd_queue_get_info);
        try (Arena arena = Arena.ofConfined()) {
            long agent = arena.allocate(Long.BYTES, Long.BYTES).address();
            boolean known = info(function, queue, HsaQueueInfoAttribute.AMD_QUEUE_INFO_AGENT.value(), agent);
            return known ? Memory.getLong(agent) : 0;
        }
    }

    private static boolean info(long function, long handle, int attribute, long value) {
        return function != 0 && (int) Native.invoke(function, handle, attribute, value, 0, 0, 0) == SUCCESS;
    }

    /// Returns the handles that a function of HSA iterates over; none if the function is missing or fails. It has
    /// the form `hsa_status_t function([handle,] hsa_status_t (*callback)(handle, void* data), void* data)`.
    ///
    /// @param of the handle to iterate over, if `hasOf`
    public static long[] collect(long function, long of, boolean hasOf) {
        if (function == 0) return new long[0];
        long callback = Native.linked(NativeLink.COLLECT);
        try (Arena arena = Arena.ofConfined()) {
            HandleList list = new HandleList(arena);
            do {
                long status = hasOf
                        ? Native.invoke(function, of, callback, list.address(), 0, 0, 0)
                        : Native.invoke(function, callback, list.address(), 0, 0, 0, 0);
                if ((int) status != SUCCESS) return new long[0];
            } while (list.isTooShort());
            return list.take();
        }
    }
}
