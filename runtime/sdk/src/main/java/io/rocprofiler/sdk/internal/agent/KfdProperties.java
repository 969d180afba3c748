package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.SmallFiles;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// One `properties` file of the driver's topology: a name and an unsigned decimal number per line. Lines of any
/// other form are ignored.
final class KfdProperties {
    private static final long U16 = 0xFFFF;
    private static final long U32 = 0xFFFF_FFFFL;

    private final Map<String, Long> values;

    private KfdProperties(Map<String, Long> values) {
        this.values = values;
    }

    /// Reads a file. An unreadable file yields no properties.
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

    /// Returns a property's value, or 0 if it is absent.
    long u64(String name) {
        Long value = values.get(name);
        return value == null ? 0 : value;
    }

    /// Returns the bits of an unsigned 32-bit number, or, like AMD's reader, 0 if the value does not fit.
    int u32(String name) {
        return (int) fitting(name, U32);
    }

    /// Writes several properties to their fields in a struct.
    void u32(String[] names, int[] offsets, long struct) {
        for (int i = 0; i < names.length; i++) Memory.putInt(struct + offsets[i], u32(names[i]));
    }

    /// Returns a 16-bit number, as [#u32] does for 32 bits.
    short u16(String name) {
        return (short) fitting(name, U16);
    }

    private long fitting(String name, long max) {
        long value = u64(name);
        return Long.compareUnsigned(value, max) > 0 ? 0 : value;
    }
}
