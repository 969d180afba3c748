package io.rocprofiler.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A callback or a record as the tests' tools and readers print it: one line, separated by blanks.
///
/// @param phase 1 at entry, 2 at exit, 0 for a record
/// @param caller the thread that the callback ran on, 0 for a record
public record Event(
        int phase,
        String kind,
        String function,
        long caller,
        long thread,
        long internal,
        long ancestor,
        long start,
        long end) {

    public static List<Event> read(Path file) {
        try {
            return Files.readAllLines(file).stream().map(Event::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Event parse(String line) {
        String[] words = line.split(" ");
        return new Event(
                Integer.parseInt(words[0]),
                words[1],
                words[2],
                number(words[3]),
                number(words[4]),
                number(words[5]),
                number(words[6]),
                number(words[7]),
                number(words[8]));
    }

    /// Parses all 64 bits, whether written as a signed or an unsigned number.
    private static long number(String digits) {
        return new BigInteger(digits).longValue();
    }
}
