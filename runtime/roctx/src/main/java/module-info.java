/// ROC-TX for Java programs.
module io.rocprofiler.roctx {
    requires static org.jspecify;

    // What programs annotate themselves with.
    exports io.rocprofiler.roctx;
}
