package io.rocprofiler.export.rocpd;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The versions of rocpd's schema, the newest last (`versions` of AMD's `share/rocprofiler-sdk-rocpd`). Each only
/// adds to the one before.
public enum SchemaVersion {
    /// Of rocprofiler-sdk 1.0.0.
    V3_0_0,
    /// Agents may be network cards; `rocpd_metadata` has the whole version. This and the next two are of
    /// rocprofiler-sdk 1.3.5.
    V3_0_1,
    /// Graphs.
    V3_0_2,
    /// Values of counters with times of their own.
    V3_0_3,
    /// Events of HIP, of rocprofiler-sdk 1.4.1.
    V3_0_4;

    private final String text = name().substring(1).replace('_', '.');

    /// Returns the version that is written where nobody asks for another.
    public static SchemaVersion newest() {
        return values()[values().length - 1];
    }

    /// Returns the version that is called so, `3.0.2` for instance; null if there is none.
    public static @Nullable SchemaVersion of(String text) {
        return Arrays.stream(values())
                .filter(version -> version.text.equals(text))
                .findFirst()
                .orElse(null);
    }

    /// The names of all, `3.0.2` for instance, in order.
    public static List<String> names() {
        return Arrays.stream(values()).map(SchemaVersion::toString).toList();
    }

    /// Whether databases of this version have what came with `other`.
    public boolean has(SchemaVersion other) {
        return compareTo(other) >= 0;
    }

    @Override
    public String toString() {
        return text;
    }
}
