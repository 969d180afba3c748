package io.rocprofiler.conformance;

import java.nio.file.Path;
import java.util.List;

/// The result of a run.
///
/// @param status the exit code, or 128 plus the signal that killed it
/// @param folder the run's working directory
public record Outcome(int status, String out, String err, Path folder) {
    /// What is said where a C or Java tool's program has a child that makes traced calls: a pattern.
    public static final String UNTOLD = "rocprofiler: 1 process made by fork: no tool was told of \\d+ calls there\n";

    public List<String> outLines() {
        return out.lines().toList();
    }

    public List<String> errLines() {
        return err.lines().toList();
    }
}
