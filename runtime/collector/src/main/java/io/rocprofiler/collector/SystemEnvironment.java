package io.rocprofiler.collector;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// In a program that has more privileges than whoever started it (set-user-ID, file capabilities) no variable is
/// set: they say where files are written.
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

    /// Pairs of words, a type and its value. A process that may not read its own has other privileges than
    /// its files.
    private static boolean isSecure(Path auxiliary) {
        ByteBuffer words = ByteBuffer.wrap(ProcessInfo.bytesOrNone(auxiliary)).order(ByteOrder.LITTLE_ENDIAN);
        while (words.remaining() >= 2 * Long.BYTES) {
            long type = words.getLong();
            if (words.getLong() != 0 && type == AT_SECURE) return true;
        }
        return words.limit() == 0 && Files.exists(auxiliary);
    }
}
