/// The engine and the public Java API.
@SuppressWarnings("module") // the command is built later
module io.rocprofiler.sdk {
    requires static org.jspecify;
    requires transitive io.rocprofiler.abi;

    // For authors of tools. The engine is not exported.
    exports io.rocprofiler.sdk;
    // For their tests: doubles of the types that only the engine makes.
    exports io.rocprofiler.sdk.testing;
    // For what writes the files about a process: the collector, by its type, and the command, by the image's.
    exports io.rocprofiler.sdk.internal.description to
            io.rocprofiler.collector;
    // For the command, which compiles the plans of processes without the engine.
    exports io.rocprofiler.sdk.internal.image to
            io.rocprofiler.cli;
}
