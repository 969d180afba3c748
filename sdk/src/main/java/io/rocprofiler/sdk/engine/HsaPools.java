package io.rocprofiler.sdk.engine;

import java.util.concurrent.ConcurrentHashMap;

/// Which agent owns an HSA memory region or pool: asked of the runtime, all at once, when an unknown one is first seen.
///
/// Thread rule: any thread that is inside a call of the runtime; two may ask at once.
final class HsaPools {
    private static final ConcurrentHashMap<Long, Long> AGENTS = new ConcurrentHashMap<>();

    private HsaPools() {}

    /// The handle of the rocprofiler agent that owns a pool or region, 0 if that is not known.
    static long agent(long pool) {
        Long known = AGENTS.get(pool);
        if (known == null) {
            ask(Registration.process().host().hsa());
            known = AGENTS.putIfAbsent(pool, 0L);
            if (known == null) return 0;
        }
        return known;
    }

    private static void ask(HsaQueries hsa) {
        for (long hsaAgent : hsa.agents()) {
            long id = Agents.ofHsa(hsaAgent);
            for (long pool : hsa.pools(hsaAgent)) AGENTS.put(pool, id);
            for (long region : hsa.regions(hsaAgent)) AGENTS.put(region, id);
        }
    }
}
