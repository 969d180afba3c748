package io.rocprofiler.sdk.internal.codeobject;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The kernels of the loaded executables, by their ids and by the names of their functions: found as fast among many.
///
/// Thread rule: guarded by the lock of [CodeObjects].
final class LoadedKernels {
    /// @param instance of the runtime
    record One(int instance, LoadedExecutable executable, LoadedExecutable.Kernel kernel) {}

    private final HashMap<Long, One> byId = new HashMap<>();

    /// For each name the kernels by their ids, in the order of their freezes.
    private final HashMap<String, Map<Long, One>> byFunction = new HashMap<>();

    void add(int instance, LoadedExecutable executable) {
        for (LoadedExecutable.CodeObject object : executable.codeObjects) {
            for (LoadedExecutable.Kernel kernel : object.kernels()) {
                One one = new One(instance, executable, kernel);
                byId.put(kernel.id(), one);
                if (!kernel.function().isEmpty()) named(kernel.function()).put(kernel.id(), one);
            }
        }
    }

    private Map<Long, One> named(String function) {
        Map<Long, One> known = byFunction.get(function);
        if (known != null) return known;
        Map<Long, One> made = new LinkedHashMap<>();
        byFunction.put(function, made);
        return made;
    }

    void remove(LoadedExecutable executable) {
        for (LoadedExecutable.CodeObject object : executable.codeObjects) {
            for (LoadedExecutable.Kernel kernel : object.kernels()) {
                byId.remove(kernel.id());
                Map<Long, One> same = byFunction.get(kernel.function());
                if (same == null) continue;
                same.remove(kernel.id());
                if (same.isEmpty()) byFunction.remove(kernel.function());
            }
        }
    }

    @Nullable
    One get(long id) {
        return byId.get(id);
    }

    Collection<One> of(String function) {
        Map<Long, One> known = byFunction.get(function);
        return known == null ? List.of() : known.values();
    }
}
