package io.rocprofiler.cli.compare;

import java.util.regex.Pattern;

/// What is compared: everything with one name.
record Subject(Sort sort, String name) implements Comparable<Subject> {

    private static final Pattern WAITING =
            Pattern.compile("hip\\w+Synchronize|hipMemcpy(?!\\w*Async)\\w*|hsa_(amd_)?signal_wait\\w*");

    /// The parts of a run, in the order in which they are shown.
    enum Sort {
        KERNEL,
        COPY,
        RANGE,
        CALL
    }

    /// Whether its time depends on what else runs: a call that waits, or a range around other work.
    boolean includesOthers() {
        return sort == Sort.RANGE || (sort == Sort.CALL && WAITING.matcher(name).matches());
    }

    @Override
    public int compareTo(Subject other) {
        return sort == other.sort ? name.compareTo(other.name) : sort.compareTo(other.sort);
    }
}
