/// Segment reader, model of a run, statistics, exporters.
@SuppressWarnings("requires-automatic") // protobuf-java has a fixed name and no descriptor
module io.rocprofiler.trace {
    requires static org.jspecify;
    requires io.rocprofiler.abi;
    requires de.siegmar.fastcsv;
    requires tools.jackson.core;
    requires com.google.protobuf;

    exports io.rocprofiler.trace; // the model of a run, for the command and for exporters elsewhere
    exports io.rocprofiler.trace.export; // the formats, for the command
}
