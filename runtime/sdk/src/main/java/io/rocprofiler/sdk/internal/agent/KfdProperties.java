package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.SmallFiles;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// One `properties` file of the driver's topology: a name and an unsigned decimal number per line. Lines of
/// any other form do not count.
final class KfdProperties {
    private static final long U16 = 0xFFFF;
    private static final long U32 = 0xFFFF_FFFFL;

    private final Map<String, Long> values;

    private KfdProperties(Map<String, Long> values) {
        this.values = values;
    }

    /// Reads a file; one that cannot be read has no properties.
    static KfdProperties read(Path file) {
        return parse(SmallFiles.read(file));
    }

    static KfdProperties parse(String text) {
        Map<String, Long> values = new HashMap<>();
        int at = 0;
        while (at < text.length()) {
            int newline = text.indexOf('\n', at);
            int end = newline < 0 ? text.length() : newline;
            line(text, at, end, values);
            at = end + 1;
        }
        return new KfdProperties(values);
    }

    private static void line(String text, int from, int to, Map<String, Long> values) {
        int space = text.indexOf(' ', from);
        if (space <= from || space >= to) return;
        long value = SmallFiles.decimal(text, space + 1, to);
        if (value != -1) values.putIfAbsent(text.substring(from, space), value);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /// 0 if there is no such property.
    long u64(String name) {
        Long value = values.get(name);
        return value == null ? 0 : value;
    }

    /// The bits of an unsigned number; as AMD's, 0 if it does not fit.
    int u32(String name) {
        return (int) fitting(name, U32);
    }

    /// Several at once: writes each to its place in a struct.
    void u32(String[] names, int[] offsets, long struct) {
        for (int i = 0; i < names.length; i++) Memory.putInt(struct + offsets[i], u32(names[i]));
    }

    /// As [#u32], for 16 bits.
    short u16(String name) {
        return (short) fitting(name, U16);
    }

    private long fitting(String name, long max) {
        long value = u64(name);
        return Long.compareUnsigned(value, max) > 0 ? 0 : value;
    }
}
