/// Segment reader, model of a run, statistics, exporters.
module io.rocprofiler.trace {
    requires static org.jspecify;
    requires io.rocprofiler.abi;
}
