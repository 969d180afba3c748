package io.rocprofiler.cli.run;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Why a program file can never be traced. Tracing needs a dynamic linker that preloads libraries as the
/// environment says; some programs have none, or a different one, or one that ignores the environment.
public enum UntraceableReason {
    PRIVILEGED(
            "runs with the rights of another user or group (setuid), and such programs load nothing that the environment"
                    + " names"),
    OTHER_MACHINE("is made for another sort of processor"),
    BITS_32("is a 32-bit program, and ROCm is 64-bit"),
    STATIC("is linked statically: nothing can be loaded into it that would trace it"),
    MUSL("is made for musl's C library, and ROCm's libraries are made for the GNU one");

    // elf(5), 64-bit little-endian
    private static final int MAGIC = 0x464c457f;
    private static final int CLASS = 4;
    private static final int CLASS_32 = 1;
    private static final int MACHINE = 18;
    private static final int X86_64 = 62; // EM_X86_64
    private static final int I386 = 3; // EM_386
    private static final int PROGRAM_HEADERS = 32;
    private static final int PROGRAM_HEADER_SIZE = 54;
    private static final int PROGRAM_HEADER_COUNT = 56;
    private static final int HEADER_SIZE = 64;
    private static final int INTERPRETER = 3; // PT_INTERP
    private static final int SEGMENT_OFFSET = 8;
    private static final int SEGMENT_SIZE = 32;

    private static final int SPECIAL_BITS = 06000; // S_ISUID, S_ISGID
    private static final int LONGEST_FIRST_LINE = 256; // execve(2)
    private static final int DEEPEST_SCRIPT = 4; // execve(2)

    private static final Pattern DYNAMIC_LINKER = Pattern.compile("ld(-(?!musl).*)?\\.so(\\..*)?");

    private final String reason;

    UntraceableReason(String reason) {
        this.reason = reason;
    }

    /// Examines the program's file and its interpreter.
    ///
    /// @param program as started: a path, or a name to look up in `PATH`
    /// @return null if the program is traceable
    public static @Nullable UntraceableReason of(String program, Map<String, String> environment) {
        try {
            Path file = file(program, environment);
            for (int depth = 0; file != null && depth <= DEEPEST_SCRIPT; depth++) {
                if (((int) Files.getAttribute(file, "unix:mode") & SPECIAL_BITS) != 0) {
                    return PRIVILEGED;
                }
                String interpreter = scriptInterpreter(file);
                if (interpreter == null) {
                    return isDynamicLinker(file) ? null : ofElf(file);
                }
                file = Path.of(interpreter);
            }
            return null;
        } catch (IOException | UnsupportedOperationException | InvalidPathException _) {
            return null;
        }
    }

    /// The rest of a sentence whose subject is the program.
    String reason() {
        return reason;
    }

    /// Whether the dynamic linker of such a program complains about a library that it cannot preload, or
    /// stops there.
    boolean minds(boolean perPlatform) {
        return this == OTHER_MACHINE || (!perPlatform && (this == BITS_32 || this == MUSL));
    }

    /// Returns the interpreter in the first line of a script, null if the file is not a script.
    private static @Nullable String scriptInterpreter(Path file) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r");
                FileChannel channel = in.getChannel()) {
            ByteBuffer bytes = read(channel, 0, LONGEST_FIRST_LINE);
            String start = StandardCharsets.ISO_8859_1.decode(bytes).toString();
            if (!start.startsWith("#!")) {
                return null;
            }
            String line = start.substring(2).lines().findFirst().orElse("").strip();
            int end = line.indexOf(' ') < 0 ? line.length() : line.indexOf(' ');
            int tab = line.indexOf('\t') < 0 ? line.length() : line.indexOf('\t');
            return line.substring(0, Math.min(end, tab));
        }
    }

    /// Whether the program is the dynamic linker, which loads a program that it gets as an argument, `ld.so(8)`. It has
    /// no interpreter, but preloads libraries.
    private static boolean isDynamicLinker(Path file) throws IOException {
        return DYNAMIC_LINKER
                .matcher(file.toRealPath().getFileName().toString())
                .matches();
    }

    private static @Nullable UntraceableReason ofElf(Path file) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r");
                FileChannel channel = in.getChannel()) {
            ByteBuffer header = read(channel, 0, HEADER_SIZE);
            if (header.remaining() < HEADER_SIZE || header.getInt(0) != MAGIC) {
                return null; // its interpreter is unknown
            }
            int machine = header.getShort(MACHINE);
            if (header.get(CLASS) == CLASS_32 && (machine == I386 || machine == X86_64)) {
                return BITS_32;
            }
            if (machine != X86_64) {
                return OTHER_MACHINE;
            }
            int size = Short.toUnsignedInt(header.getShort(PROGRAM_HEADER_SIZE));
            int count = Short.toUnsignedInt(header.getShort(PROGRAM_HEADER_COUNT));
            ByteBuffer table = read(channel, header.getLong(PROGRAM_HEADERS), size * count);
            for (int place = 0; place + SEGMENT_SIZE + Long.BYTES <= table.limit() && size > 0; place += size) {
                if (table.getInt(place) == INTERPRETER) {
                    return ofLinker(
                            channel, table.getLong(place + SEGMENT_OFFSET), table.getLong(place + SEGMENT_SIZE));
                }
            }
            return STATIC;
        }
    }

    private static @Nullable UntraceableReason ofLinker(FileChannel channel, long offset, long size)
            throws IOException {
        ByteBuffer path = read(channel, offset, Math.clamp(size, 0, LONGEST_FIRST_LINE));
        return StandardCharsets.ISO_8859_1.decode(path).toString().contains("ld-musl") ? MUSL : null;
    }

    private static ByteBuffer read(FileChannel channel, long position, int size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining() && channel.read(bytes, position + bytes.position()) > 0) {
            // Continue: a read may return less than requested.
        }
        return bytes.flip();
    }

    /// Returns a program's file, null if `PATH` has none.
    ///
    /// @param program as started: a path, or a name to look up in `PATH`
    static @Nullable Path file(String program, Map<String, String> environment) {
        if (program.contains("/")) {
            return Path.of(program);
        }
        for (String folder : environment.getOrDefault("PATH", "").split(":", -1)) {
            Path file = Path.of(folder.isEmpty() ? "." : folder, program);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                return file;
            }
        }
        return null;
    }
}
