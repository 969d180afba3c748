/// ROCm's ABI as Java constants, and what the data in its layouts mean.
@SuppressWarnings("module") // the modules that the internals are for are built later
module io.rocprofiler.abi {
    requires static org.jspecify;

    // Layouts and enumerations, with which tools read records.
    exports io.rocprofiler.abi;
    // Tables, and what the parts of one build share.
    exports io.rocprofiler.abi.internal to
            io.rocprofiler.sdk,
            io.rocprofiler.roctracer,
            io.rocprofiler.collector,
            io.rocprofiler.trace,
            io.rocprofiler.export,
            io.rocprofiler.cli;
    // Descriptors of kernels.
    exports io.rocprofiler.abi.internal.code to
            io.rocprofiler.sdk,
            io.rocprofiler.trace;
    // Names of enumerators, by way of the public enumerations.
    exports io.rocprofiler.abi.internal.names to
            io.rocprofiler.sdk,
            io.rocprofiler.export;
}
