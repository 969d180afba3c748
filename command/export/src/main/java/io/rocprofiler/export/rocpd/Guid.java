package io.rocprofiler.export.rocpd;

import io.rocprofiler.trace.ProcessTrace;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/// The id of a process's rows: a UUID of version 7 (RFC 9562), stable for a process.
///
/// @param text in the usual notation of UUIDs
record Guid(String text) {

    private static final long TIME_MASK = (1L << 48) - 1;
    private static final long VERSION = 7L << 12;
    private static final long VARIANT = 1L << 63;

    /// Derives the UUID from the process. Its time is the process's start in milliseconds of the records' clock, as
    /// AMD's; the usually random bits are derived from the identity of the process.
    static Guid of(ProcessTrace process, String machineId) {
        String seed = machineId
                + '|'
                + process.pid()
                + '|'
                + process.properties().number("ppid", 0)
                + '|'
                + process.startNanos();
        ByteBuffer digest = ByteBuffer.wrap(sha256(seed));
        long millis = process.startNanos() / 1_000_000;
        long high = ((millis & TIME_MASK) << 16) | VERSION | (digest.getLong() & 0xfff);
        long low = VARIANT | (digest.getLong() >>> 2);
        return new Guid(new UUID(high, low).toString());
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /// The suffix of the process's table names.
    String suffix() {
        return "_" + text.replace('-', '_');
    }
}
