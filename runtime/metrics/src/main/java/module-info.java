/// GPU work as meters of Micrometer, for programs that have a registry.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"
}) // Micrometer has no descriptor; its name is fixed
module io.rocprofiler.metrics {
    requires static org.jspecify;
    requires transitive io.rocprofiler.sdk;
    requires transitive micrometer.core;

    // The tool, which is a binder of meters.
    exports io.rocprofiler.metrics;
}
