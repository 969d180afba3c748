/// GPU work as spans of OpenTelemetry, for programs that have a tracer.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // their names are fixed
module io.rocprofiler.opentelemetry {
    requires static org.jspecify;
    requires transitive io.opentelemetry.api;
    requires io.opentelemetry.context;
    requires transitive io.rocprofiler.sdk;

    // The tool.
    exports io.rocprofiler.opentelemetry;
}
