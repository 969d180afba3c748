package io.rocprofiler.sdk.internal.hsa;

import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.agent.HsaQueries;
import java.util.concurrent.ConcurrentHashMap;

/// Finds the agent that owns an HSA memory region or pool. Reads all of them from the runtime when an unknown
/// one occurs.
///
/// Thread rule: any thread that is inside a call of the runtime; two may read concurrently.
public final class HsaPools {
    private final ConcurrentHashMap<Long, Long> owners = new ConcurrentHashMap<>();
    private final Agents agents;
    private final HsaQueries hsa;

    public HsaPools(Agents agents, HsaQueries hsa) {
        this.agents = agents;
        this.hsa = hsa;
    }

    /// Returns the handle of the rocprofiler agent that owns a pool or region, or 0 if it is unknown.
    long agent(long pool) {
        Long known = owners.get(pool);
        if (known == null) {
            ask();
            known = owners.putIfAbsent(pool, 0L);
            if (known == null) return 0;
        }
        return known;
    }

    /// In ROCr a region's handle is that of its pool, and a GPU lists the regions of the host after its own: a pool
    /// belongs to the agent that has it, and a region that is no pool to the host, if that lists it.
    private void ask() {
        long[] all = hsa.agents();
        for (long hsaAgent : all) own(hsa.pools(hsaAgent), hsaAgent);
        for (long hsaAgent : all) if (!isGpu(hsaAgent)) own(hsa.regions(hsaAgent), hsaAgent);
        for (long hsaAgent : all) if (isGpu(hsaAgent)) own(hsa.regions(hsaAgent), hsaAgent);
    }

    private boolean isGpu(long hsaAgent) {
        return agents.table().isGpu(agents.idOf(hsaAgent));
    }

    private void own(long[] memory, long hsaAgent) {
        long id = agents.idOf(hsaAgent);
        for (long one : memory) owners.merge(one, id, (known, _) -> known == 0 ? id : known);
    }
}
