package io.rocprofiler.cli;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Why a program, by what its file is, can never be traced: libraries are loaded into a program by its dynamic linker,
/// by what the environment says, and some programs have none, or do not listen to it.
final class Untraceable {

    // elf(5), 64-bit little-endian
    private static final int MAGIC = 0x464c457f;
    private static final int CLASS = 4;
    private static final int CLASS_32 = 1;
    private static final int PROGRAM_HEADERS = 32;
    private static final int PROGRAM_HEADER_SIZE = 54;
    private static final int PROGRAM_HEADER_COUNT = 56;
    private static final int HEADER_SIZE = 64;
    private static final int INTERPRETER = 3; // PT_INTERP

    private static final int SPECIAL_BITS = 06000; // S_ISUID, S_ISGID

    private Untraceable() {}

    /// Looks at the program's file.
    ///
    /// @param program as it was started: a path, or a name to look for in `PATH`
    /// @return the rest of a sentence that begins with the program, null if nothing speaks against it
    static @Nullable String reason(String program, Map<String, String> environment) {
        Path file = find(program, environment.getOrDefault("PATH", ""));
        if (file == null) {
            return null;
        }
        try {
            if (((int) Files.getAttribute(file, "unix:mode") & SPECIAL_BITS) != 0) {
                return "runs with the rights of another user or group (setuid), and such programs load nothing that"
                        + " the environment names";
            }
            return elfReason(file);
        } catch (IOException | UnsupportedOperationException _) {
            return null;
        }
    }

    private static @Nullable String elfReason(Path file) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r");
                FileChannel channel = in.getChannel()) {
            ByteBuffer header = read(channel, 0, HEADER_SIZE);
            if (header.remaining() < HEADER_SIZE || header.getInt(0) != MAGIC) {
                return null; // a script, whose interpreter may be anything
            }
            if (header.get(CLASS) == CLASS_32) {
                return "is a 32-bit program, and ROCm is 64-bit";
            }
            int size = Short.toUnsignedInt(header.getShort(PROGRAM_HEADER_SIZE));
            int count = Short.toUnsignedInt(header.getShort(PROGRAM_HEADER_COUNT));
            ByteBuffer table = read(channel, header.getLong(PROGRAM_HEADERS), size * count);
            for (int place = 0; place + Integer.BYTES <= table.limit(); place += size) {
                if (table.getInt(place) == INTERPRETER) {
                    return null;
                }
            }
            return "is linked statically: nothing can be loaded into it that would trace it";
        }
    }

    private static ByteBuffer read(FileChannel channel, long position, int size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining() && channel.read(bytes, position + bytes.position()) > 0) {
            // Once more: a read may give less than was asked for.
        }
        return bytes.flip();
    }

    private static @Nullable Path find(String program, String path) {
        if (program.contains("/")) {
            return Path.of(program);
        }
        for (String folder : path.split(":", -1)) {
            Path file = Path.of(folder.isEmpty() ? "." : folder, program);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                return file;
            }
        }
        return null;
    }
}
