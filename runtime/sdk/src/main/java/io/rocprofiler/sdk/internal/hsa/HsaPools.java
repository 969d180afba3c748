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

    private void ask() {
        for (long hsaAgent : hsa.agents()) {
            long id = agents.idOf(hsaAgent);
            for (long pool : hsa.pools(hsaAgent)) owners.put(pool, id);
            for (long region : hsa.regions(hsaAgent)) owners.put(region, id);
        }
    }
}
