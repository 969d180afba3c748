package io.rocprofiler.trace.segment;

import io.rocprofiler.trace.problem.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/// The lines of a file that a traced process writes in a few parts, each followed by a line with the part's
/// CRC-32C: `#checksum=` and eight hexadecimal digits.
public final class CheckedLines {

    private static final byte[] MARK = "#checksum=".getBytes(StandardCharsets.US_ASCII);
    private static final int DIGITS = 8;

    private CheckedLines() {}

    /// Reads all complete lines, including those in damaged parts.
    ///
    /// @param statedBytes the least length the file should have; 0 if unknown, as in older traces
    /// @param problems receives the defects
    public static List<String> read(Path file, long statedBytes, List<Problem> problems) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        List<String> lines = new ArrayList<>();
        int part = 0;
        int damaged = 0;
        for (int at = 0, end = end(bytes, 0); end >= 0; at = end + 1, end = end(bytes, at)) {
            if (isMark(bytes, at, end)) {
                damaged += isRight(bytes, part, at) ? 0 : 1;
                part = end + 1;
            } else {
                lines.add(new String(bytes, at, end - at, StandardCharsets.UTF_8));
            }
        }
        String name = file.toString();
        if (bytes.length < statedBytes) {
            problems.add(new Problem(
                    name, "cut: the last " + (statedBytes - bytes.length) + " bytes are missing", "the rest is read"));
        }
        if (damaged > 0 || (statedBytes > 0 && part < bytes.length && bytes.length >= statedBytes)) {
            problems.add(new Problem(name, "damaged: its checksum is wrong", "read as it is"));
        }
        return lines;
    }

    /// Returns the end of the next line, -1 if it has none.
    private static int end(byte[] bytes, int from) {
        for (int at = from; at < bytes.length; at++) {
            if (bytes[at] == '\n') {
                return at;
            }
        }
        return -1;
    }

    private static boolean isMark(byte[] bytes, int from, int to) {
        boolean same = to - from == MARK.length + DIGITS;
        for (int i = 0; same && i < MARK.length; i++) {
            same = bytes[from + i] == MARK[i];
        }
        return same;
    }

    /// @param mark where the line with the checksum begins
    private static boolean isRight(byte[] bytes, int from, int mark) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, from, mark - from);
        String stated = new String(bytes, mark + MARK.length, DIGITS, StandardCharsets.ISO_8859_1);
        return stated.equals(String.format("%08x", checksum.getValue()));
    }
}
