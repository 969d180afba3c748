/// The questions that have a name, for every engine that answers them.
module io.rocprofiler.questions {
    requires static org.jspecify;

    exports io.rocprofiler.questions; // for the command; Spark's job has it on its class path
}
