package io.rocprofiler.sdk.internal.seam;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Text files of the kernel: one read each, and whatever cannot be read is empty.
public final class SmallFiles {
    /// `/proc/cpuinfo` of a machine with a thousand CPUs is the largest.
    private static final int MAX_BYTES = 1 << 23;

    private SmallFiles() {}

    /// The file's text; empty if there is no such file or it may not be read.
    public static String read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
        } catch (IOException | SecurityException _) {
            return "";
        }
    }

    /// A non-negative decimal number that is the whole of `text[from, to)`; -1 for anything else, and for one
    /// that does not fit 64 bits. Numbers above [Long#MAX_VALUE] come back as their bits, except for the one
    /// that is -1.
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
