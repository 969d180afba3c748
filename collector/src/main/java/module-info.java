/// The in-process tool behind `rocprofv3`. Exports nothing: the engine finds it as a service.
module io.rocprofiler.collector {
    requires static org.jspecify;
    requires io.rocprofiler.sdk;

    provides io.rocprofiler.sdk.Tool with
            io.rocprofiler.collector.Collector;
}
