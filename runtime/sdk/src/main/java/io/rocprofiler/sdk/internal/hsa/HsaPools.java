package io.rocprofiler.sdk.internal.hsa;

import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.agent.HsaQueries;
import java.util.concurrent.ConcurrentHashMap;

/// Which agent owns an HSA memory region or pool: asked of the runtime, all at once, when an unknown one is first seen.
///
/// Thread rule: any thread that is inside a call of the runtime; two may ask at once.
public final class HsaPools {
    private final ConcurrentHashMap<Long, Long> owners = new ConcurrentHashMap<>();
    private final Agents agents;
    private final HsaQueries hsa;

    public HsaPools(Agents agents, HsaQueries hsa) {
        this.agents = agents;
        this.hsa = hsa;
    }

    /// The handle of the rocprofiler agent that owns a pool or region, 0 if that is not known.
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
