/// Segment reader, model of a run, statistics, exporters.
@SuppressWarnings("requires-automatic") // HdrHistogram and protobuf-java have no descriptors; their names are fixed
module io.rocprofiler.trace {
    requires static org.jspecify;
    requires io.rocprofiler.abi;
    requires de.siegmar.fastcsv;
    requires HdrHistogram;
    requires java.sql;
    requires tools.jackson.core;
    requires com.google.protobuf;
    requires org.xerial.sqlitejdbc;

    exports io.rocprofiler.trace; // the model of a run, for the command and for exporters elsewhere
    exports io.rocprofiler.trace.export; // the formats, for the command
}
