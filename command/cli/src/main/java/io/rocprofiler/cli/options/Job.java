package io.rocprofiler.cli.options;

import java.util.Map;

/// One run of the program, as described in an input file.
///
/// @param options the options of the job
/// @param folder the prefix of the job's folder, followed by a number
public record Job(Map<Option, Object> options, String folder) {

    public Job {
        options = Map.copyOf(options);
    }
}
