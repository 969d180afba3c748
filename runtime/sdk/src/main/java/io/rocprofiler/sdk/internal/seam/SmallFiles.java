package io.rocprofiler.sdk.internal.seam;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads text files of the kernel with one read each; an unreadable file is empty.
public final class SmallFiles {
    /// The largest is `/proc/cpuinfo` of a machine with a thousand CPUs.
    private static final int MAX_BYTES = 1 << 23;

    private SmallFiles() {}

    /// Returns the file's text; empty if the file does not exist or is not readable.
    public static String read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
        } catch (IOException | SecurityException _) {
            return "";
        }
    }

    /// Parses a non-negative decimal number that fills `text[from, to)`; returns -1 for any other text, and for a
    /// number that does not fit 64 bits. Numbers above [Long#MAX_VALUE] are returned as their bits, except the one
    /// whose bits are -1.
    public static long decimal(String text, int from, int to) {
        if (from >= to) return -1;
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) return -1;
            if (Long.compareUnsigned(value, Long.divideUnsigned(-1L - digit, 10)) > 0) return -1;
            value = 10 * value + digit;
        }
        return value;
    }
}
