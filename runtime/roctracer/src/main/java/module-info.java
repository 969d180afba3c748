/// roctracer for Java programs.
module io.rocprofiler.roctracer {
    requires static org.jspecify;
    requires transitive io.rocprofiler.abi;

    // What programs trace themselves with.
    exports io.rocprofiler.roctracer;
}
