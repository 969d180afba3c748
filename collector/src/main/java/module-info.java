/// The in-process tool behind `rocprofv3`.
module io.rocprofiler.collector {
    requires static org.jspecify;
    requires io.rocprofiler.sdk;
}
