package io.rocprofiler.cli.journal;

import io.rocprofiler.abi.internal.JournalConstants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A file of a journal, by its name: `17_calls.journal`, `17.1_calls-2.journal`.
///
/// @param image how many programs the process had executed before, without ending them
/// @param annex 0, or the number of the file with which the journal goes on
record JournalFile(Path path, long process, long image, String of, long annex) {

    private static final Pattern NAME = Pattern.compile("(\\d{1,18})(?:\\.(\\d{1,9}))?_("
            + JournalConstants.JOURNAL_CALLS + "|" + JournalConstants.JOURNAL_STATISTICS + ")(?:-(\\d{1,9}))?"
            + Pattern.quote(JournalConstants.JOURNAL_EXTENSION));

    private static final Comparator<JournalFile> ORDER = Comparator.comparingLong(JournalFile::process)
            .thenComparingLong(JournalFile::image)
            .thenComparingLong(JournalFile::annex);

    /// Returns those in a folder, by process, program and annex.
    ///
    /// @param of what is in them, as `calls`
    static List<JournalFile> in(Path folder, String of) throws IOException {
        List<JournalFile> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path path : files.toList()) {
                Matcher name = NAME.matcher(String.valueOf(path.getFileName()));
                if (name.matches() && of.equals(name.group(3))) {
                    found.add(new JournalFile(
                            path, number(name.group(1)), number(name.group(2)), of, number(name.group(4))));
                }
            }
        }
        found.sort(ORDER);
        return found;
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    /// Returns what the names of the process's files begin with: `17`, or `17.1` if it executed a program before.
    String prefix() {
        return image == 0 ? Long.toString(process) : process + "." + image;
    }
}
