package io.rocprofiler.cli.journal;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Kernels' names as their authors wrote them.
final class KernelText {

    private static final String DESCRIPTOR = ".kd"; // of a kernel descriptor's name

    private final UnaryOperator<String> demangler;
    private final Map<ByteBuffer, byte[]> whole = new HashMap<>();
    private final Map<ByteBuffer, byte[]> truncated = new HashMap<>();

    /// @param demangler returns names that it does not understand unchanged
    KernelText(UnaryOperator<String> demangler) {
        this.demangler = demangler;
    }

    /// Returns a name, without return type, arguments and scopes if it is truncated.
    byte[] of(byte[] mangled, boolean isTruncated) {
        return (isTruncated ? truncated : whole)
                .computeIfAbsent(ByteBuffer.wrap(mangled), key -> text(mangled, isTruncated));
    }

    private byte[] text(byte[] mangled, boolean isTruncated) {
        Charset charset = charset(mangled);
        String name = new String(mangled, charset);
        boolean isDescriptor = name.length() > DESCRIPTOR.length() && name.endsWith(DESCRIPTOR);
        String readable = demangler.apply(isDescriptor ? name.substring(0, name.length() - DESCRIPTOR.length()) : name);
        return (isTruncated ? truncate(readable) : readable).getBytes(charset);
    }

    private static Charset charset(byte[] name) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name));
            return StandardCharsets.UTF_8;
        } catch (CharacterCodingException _) {
            return StandardCharsets.ISO_8859_1;
        }
    }

    /// Truncates `Foo<int, float>::foo(a[], int (int))` to `foo`.
    static String truncate(String name) {
        int end = name.length();
        while (end > 0) {
            char last = name.charAt(end - 1);
            if (last == ' ') {
                end--;
            } else if (opening(last) != 0) {
                int open = matching(name, end - 1);
                if (open == end - 1) {
                    break; // not balanced: the name stays as it is
                }
                end = open;
            } else {
                break;
            }
        }
        int start = end;
        while (start > 0 && name.charAt(start - 1) != ' ' && name.charAt(start - 1) != ':') {
            start--;
        }
        return start == end ? name : name.substring(start, end);
    }

    private static char opening(char close) {
        return switch (close) {
            case ')' -> '(';
            case '>' -> '<';
            case ']' -> '[';
            default -> 0;
        };
    }

    /// Returns the index of the bracket that matches the one at `close`; `close` itself without one.
    private static int matching(String name, int close) {
        char open = opening(name.charAt(close));
        int depth = 0;
        for (int i = close; i >= 0; i--) {
            char c = name.charAt(i);
            depth += c == name.charAt(close) ? 1 : c == open ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return close;
    }
}
