package io.rocprofiler.cli.options;

import java.util.Map;

/// One run of the program, as an input file describes it.
///
/// @param options what it says
/// @param folder what its folder's name begins with; a number follows
public record Job(Map<Option, Object> options, String folder) {

    public Job {
        options = Map.copyOf(options);
    }
}
