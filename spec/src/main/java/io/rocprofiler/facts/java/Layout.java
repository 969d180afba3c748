package io.rocprofiler.facts.java;

import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Struct;
import java.util.Map;

/// Looks up structs and fields that must exist.
final class Layout {
    private Layout() {}

    static Struct require(Map<String, Struct> structs, String name) {
        Struct struct = structs.get(name);
        if (struct == null) {
            throw new IllegalArgumentException("no struct " + name);
        }
        return struct;
    }

    static int offset(Struct struct, String name) {
        for (Field field : struct.fields()) {
            if (field.name().equals(name)) {
                return field.offset();
            }
        }
        throw new IllegalArgumentException("no " + struct.name() + "." + name);
    }
}
