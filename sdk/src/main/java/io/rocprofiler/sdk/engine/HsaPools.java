package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.HsaAmdExtApiId;
import io.rocprofiler.abi.HsaCoreApiId;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Which agent owns an HSA memory region or pool: asked of the runtime, all at once, when an unknown one is first seen.
///
/// Thread rule: any thread that is inside a call of the runtime; two may ask at once.
final class HsaPools {
    private static final ConcurrentHashMap<Long, Long> AGENTS = new ConcurrentHashMap<>();
    private static @Nullable Long eachAgent;
    private static long eachPool;

    private HsaPools() {}

    /// The handle of the rocprofiler agent that owns a pool or region, 0 if that is not known.
    static long agent(long pool) {
        Long known = AGENTS.get(pool);
        if (known == null) {
            ask();
            known = AGENTS.putIfAbsent(pool, 0L);
            if (known == null) return 0;
        }
        return known;
    }

    private static void ask() {
        long iterate = HsaFunctions.core(HsaCoreApiId.hsa_iterate_agents);
        long callback = eachAgent();
        if (iterate != 0 && callback != 0) Native.invoke(iterate, callback, 0, 0, 0, 0, 0);
    }

    private static synchronized long eachAgent() {
        if (eachAgent == null) {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                eachPool = Upcalls.stub(lookup, "onPool", 0);
                eachAgent = Upcalls.stub(lookup, "onAgent", 0);
            } catch (ReflectiveOperationException impossible) {
                throw new LinkageError("onAgent", impossible);
            }
        }
        return eachAgent;
    }

    /// `hsa_status_t (hsa_agent_t, void*)`
    static long onAgent(long hsaAgent, long unused) {
        long pools = HsaFunctions.amdExt(HsaAmdExtApiId.hsa_amd_agent_iterate_memory_pools);
        long regions = HsaFunctions.core(HsaCoreApiId.hsa_agent_iterate_regions);
        if (pools != 0) Native.invoke(pools, hsaAgent, eachPool, hsaAgent, 0, 0, 0);
        if (regions != 0) Native.invoke(regions, hsaAgent, eachPool, hsaAgent, 0, 0, 0);
        return 0;
    }

    /// `hsa_status_t (hsa_amd_memory_pool_t or hsa_region_t, void* data)`: data is the agent.
    static long onPool(long pool, long hsaAgent) {
        AGENTS.put(pool, Agents.ofHsa(hsaAgent));
        return 0;
    }
}
