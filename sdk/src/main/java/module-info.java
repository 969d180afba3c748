/// The engine and the public Java API.
module io.rocprofiler.sdk {
    requires static org.jspecify;
    requires transitive io.rocprofiler.abi;
}
