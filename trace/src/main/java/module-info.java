/// Segment reader, model of a run, statistics.
@SuppressWarnings("requires-automatic") // HdrHistogram has no descriptor; its name is fixed
module io.rocprofiler.trace {
    requires static org.jspecify;
    requires io.rocprofiler.abi;
    requires HdrHistogram;

    exports io.rocprofiler.trace; // the model of a run, for exporters and the command
}
