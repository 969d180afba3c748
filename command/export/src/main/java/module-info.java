/// The export formats, each a view of the same model of a run.
@SuppressWarnings("requires-automatic") // protobuf-java has no descriptor; its name is fixed
module io.rocprofiler.export {
    requires static org.jspecify;
    requires com.google.protobuf;
    requires de.siegmar.fastcsv;
    requires transitive io.rocprofiler.trace;
    requires io.rocprofiler.abi;
    requires java.sql;
    requires org.xerial.sqlitejdbc;
    requires tools.jackson.core;

    exports io.rocprofiler.export; // the interface of exporters, for the command
    exports io.rocprofiler.export.csv; // this and the following are formats: the command lists them
    exports io.rocprofiler.export.html;
    exports io.rocprofiler.export.jfr;
    exports io.rocprofiler.export.json; // also the fields of agents, for files of other tools
    exports io.rocprofiler.export.otf2;
    exports io.rocprofiler.export.parquet;
    exports io.rocprofiler.export.pftrace;
    exports io.rocprofiler.export.rocpd; // also joins databases
    exports io.rocprofiler.export.summary; // tables for the console, for the command
    exports io.rocprofiler.export.text; // text that is safe for a terminal, for the command
}
