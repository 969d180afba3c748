package io.rocprofiler.collector;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The environment of the process. Empty in a program with more privileges than the user who started it
/// (set-user-ID, file capabilities), because variables determine where files are written.
final class SystemEnvironment implements Environment {
    // elf.h
    private static final long AT_SECURE = 23;

    private final boolean silent;

    /// @param proc `/proc`
    SystemEnvironment(Path proc) {
        silent = isSecure(proc.resolve("self/auxv"));
    }

    @Override
    public @Nullable String get(String name) {
        return silent ? null : System.getenv(name);
    }

    /// Reads the auxiliary vector: pairs of a type and a value. A process that may not read its own vector has
    /// privileges other than its user's.
    private static boolean isSecure(Path auxiliary) {
        ByteBuffer words = ByteBuffer.wrap(ProcessInfo.bytesOrNone(auxiliary)).order(ByteOrder.LITTLE_ENDIAN);
        while (words.remaining() >= 2 * Long.BYTES) {
            long type = words.getLong();
            if (words.getLong() != 0 && type == AT_SECURE) return true;
        }
        return words.limit() == 0 && Files.exists(auxiliary);
    }
}
