/// The in-process tool behind `rocprofv3`. The engine finds it as a service.
module io.rocprofiler.collector {
    requires static org.jspecify;
    requires io.rocprofiler.sdk;

    // For the engine, which creates the tool.
    exports io.rocprofiler.collector to
            io.rocprofiler.sdk;

    provides io.rocprofiler.sdk.Tool with
            io.rocprofiler.collector.Collector;
}
