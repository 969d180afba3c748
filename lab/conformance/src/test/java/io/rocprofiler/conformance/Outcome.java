package io.rocprofiler.conformance;

import java.nio.file.Path;
import java.util.List;

/// How a run ended.
///
/// @param status the exit code, or 128 plus the signal that ended it
/// @param folder where the run was made, its working directory
record Outcome(int status, String out, String err, Path folder) {

    List<String> outLines() {
        return out.lines().toList();
    }

    List<String> errLines() {
        return err.lines().toList();
    }
}
