/// The engine and the public Java API.
module io.rocprofiler.sdk {
    requires static org.jspecify;
    requires transitive io.rocprofiler.abi;

    // For authors of tools. The engine is not exported.
    exports io.rocprofiler.sdk;
    // For their tests: doubles of the types that only the engine makes.
    exports io.rocprofiler.sdk.testing;
}
