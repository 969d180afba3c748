/// Segment reader, model of a run, statistics.
@SuppressWarnings("requires-automatic") // HdrHistogram has no descriptor; its name is fixed
module io.rocprofiler.trace {
    requires static org.jspecify;
    requires io.rocprofiler.abi;
    requires HdrHistogram;

    exports io.rocprofiler.trace; // the model of a run, for exporters and the command
    exports io.rocprofiler.trace.display; // which records are shown, for the command to set and exporters to ask
    exports io.rocprofiler.trace.kind; // domains and names of records, for exporters and the command
    exports io.rocprofiler.trace.primitive; // numbers of variable length, for exporters
    exports io.rocprofiler.trace.problem; // what is missing or wrong, for the command to report
    exports io.rocprofiler.trace.summary; // statistics and insights, for exporters and the command
}
