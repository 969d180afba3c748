package io.rocprofiler.cli;

import java.util.Map;

/// One run of the program, as an input file describes it.
///
/// @param options what it says
/// @param folder what its folder's name begins with; a number follows
record Job(Map<Option, Object> options, String folder) {

    Job {
        options = Map.copyOf(options);
    }
}
