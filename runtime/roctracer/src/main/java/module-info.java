/// roctracer for Java programs.
module io.rocprofiler.roctracer {
    requires static org.jspecify;
    requires transitive io.rocprofiler.abi;

    // The API with which programs trace themselves.
    exports io.rocprofiler.roctracer;
}
