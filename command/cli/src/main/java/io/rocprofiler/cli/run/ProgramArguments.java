package io.rocprofiler.cli.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The program and its arguments, as bytes: decoding and encoding by the JVM may change them.
///
/// @param raw NUL-free byte strings, the program first
/// @param text the same as decoded by the JVM, for messages and file names
public record ProgramArguments(List<byte[]> raw, List<String> text) {

    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

    /// Returns the program and its arguments, byte for byte as passed to this process.
    ///
    /// @param text the end of this process's own command line
    public static ProgramArguments of(List<String> text) {
        try {
            List<byte[]> own = split(Files.readAllBytes(COMMAND_LINE));
            List<byte[]> tail = own.subList(Math.max(0, own.size() - text.size()), own.size());
            if (sameAscii(tail, text)) {
                return new ProgramArguments(List.copyOf(tail), text);
            }
        } catch (IOException _) {
            // Without /proc, use the decoded arguments.
        }
        return decoded(text);
    }

    private static ProgramArguments decoded(List<String> text) {
        List<byte[]> raw = new ArrayList<>();
        for (String argument : text) {
            raw.add(argument.getBytes(StandardCharsets.UTF_8));
        }
        return new ProgramArguments(raw, text);
    }

    static List<byte[]> split(byte[] bytes) {
        List<byte[]> parts = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                parts.add(java.util.Arrays.copyOfRange(bytes, from, i));
                from = i + 1;
            }
        }
        return parts;
    }

    /// Whether both are the same arguments, comparing ASCII only. They differ if the command runs inside another
    /// JVM (a test) with an unrelated command line.
    private static boolean sameAscii(List<byte[]> raw, List<String> text) {
        if (raw.size() != text.size()) {
            return false;
        }
        for (int i = 0; i < raw.size(); i++) {
            String latin = new String(raw.get(i), StandardCharsets.ISO_8859_1);
            boolean plain = latin.chars().allMatch(c -> c < 0x80);
            if (plain && !latin.equals(text.get(i))) {
                return false;
            }
        }
        return true;
    }

    String program() {
        return text.getFirst();
    }
}
