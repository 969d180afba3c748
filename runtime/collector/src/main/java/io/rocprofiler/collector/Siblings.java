package io.rocprofiler.collector;

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
        String children = ProcessInfo.textOrEmpty(proc.resolve(parent + "/task/" + parent + "/children"));
        for (String child : children.split(" ", -1)) if (!child.isEmpty() && !isWitness(proc, child)) found++;
        return Math.max(1, found);
    }

    private static boolean isWitness(Path proc, String process) {
        return ProcessInfo.lineOrEmpty(proc.resolve(process).resolve("comm")).equals(WITNESS + "\n");
    }
}
