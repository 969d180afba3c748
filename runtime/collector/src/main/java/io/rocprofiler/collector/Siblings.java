package io.rocprofiler.collector;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Counts the processes that this process's parent has started and that still exist: AMD's name key `psize`.
final class Siblings {
    /// The name of the process by which the command finds out whom a signal was sent to (`witness.c`). Nobody who names
    /// files by the number of siblings means it.
    private static final String WITNESS = "rocprof-witness";

    private Siblings() {}

    /// Counts the children of the parent.
    ///
    /// @param proc `/proc`
    /// @return at least 1, for this process itself
    static int count(Path proc, long parent) {
        int found = 0;
        for (String child :
                read(proc.resolve(parent + "/task/" + parent + "/children")).split(" ", -1))
            if (!child.isEmpty() && !read(proc.resolve(child + "/comm")).equals(WITNESS + "\n")) found++;
        return Math.max(1, found);
    }

    /// Returns nothing if the process belongs to another user or has ended, or the kernel has no such list.
    private static String read(Path file) {
        try (FileInputStream in = new FileInputStream(file.toString())) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException unreadable) {
            return "";
        }
    }
}
