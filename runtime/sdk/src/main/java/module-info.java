/// The engine and the public Java API.
module io.rocprofiler.sdk {
    requires static org.jspecify;
    requires transitive io.rocprofiler.abi;

    // For authors of tools. The engine is not exported.
    exports io.rocprofiler.sdk;
}
