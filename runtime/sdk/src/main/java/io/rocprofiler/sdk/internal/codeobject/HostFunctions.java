package io.rocprofiler.sdk.internal.codeobject;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The registered host functions, by their names and by their fat binaries.
///
/// Thread rule: guarded by the lock of [CodeObjects].
final class HostFunctions {
    private final HashMap<String, Set<HostFunction>> byName = new HashMap<>();
    private final HashMap<Long, List<HostFunction>> byModules = new HashMap<>();

    void add(HostFunction host) {
        Set<HostFunction> same = byName.get(host.name);
        if (same == null) {
            same = new LinkedHashSet<>();
            byName.put(host.name, same);
        }
        same.add(host);
        List<HostFunction> all = byModules.get(host.modules);
        if (all == null) {
            all = new ArrayList<>(1);
            byModules.put(host.modules, all);
        }
        all.add(host);
    }

    Set<HostFunction> of(String name) {
        Set<HostFunction> known = byName.get(name);
        return known == null ? Set.of() : known;
    }

    /// Removes those of a fat binary.
    void remove(long modules) {
        List<HostFunction> all = byModules.remove(modules);
        if (all == null) return;
        for (HostFunction host : all) {
            Set<HostFunction> same = of(host.name);
            if (same.remove(host) && same.isEmpty()) byName.remove(host.name);
        }
    }
}
