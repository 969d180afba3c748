/// Segment reader, model of a run, statistics.
@SuppressWarnings("requires-automatic") // HdrHistogram has no descriptor; its name is fixed
module io.rocprofiler.trace {
    requires static org.jspecify;
    requires io.rocprofiler.abi;
    requires HdrHistogram;

    exports io.rocprofiler.trace; // the model of a run, for exporters and the command
    exports io.rocprofiler.trace.display; // filters and names of records, for the command to set and exporters to query
    exports io.rocprofiler.trace.file; // how files are made, for exporters and the command
    exports io.rocprofiler.trace.foreign; // runs made of other tools' files, for the command
    exports io.rocprofiler.trace.kind; // domains and names of records, for exporters and the command
    exports io.rocprofiler.trace.primitive; // numbers of variable length, for exporters
    exports io.rocprofiler.trace.problem; // losses and defects, for the command to report
    exports io.rocprofiler.trace.summary; // statistics and insights, for exporters and the command
}
