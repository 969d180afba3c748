/// The engine and the public Java API.
module io.rocprofiler.sdk {
    requires static org.jspecify;
    requires transitive io.rocprofiler.abi;

    // What authors of tools write against. The engine stays inside.
    exports io.rocprofiler.sdk;
}
