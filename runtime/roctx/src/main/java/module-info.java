/// ROC-TX for Java programs.
module io.rocprofiler.roctx {
    requires static org.jspecify;

    // The API with which programs annotate themselves.
    exports io.rocprofiler.roctx;
}
