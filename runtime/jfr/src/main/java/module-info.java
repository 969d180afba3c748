/// GPU work and calls as events of Java Flight Recorder.
module io.rocprofiler.jfr {
    requires static org.jspecify;
    requires io.rocprofiler.sdk;
    requires java.instrument;
    requires jdk.jfr;

    // The tool and its events, for programs that register it themselves and for JFR.
    exports io.rocprofiler.jfr;

    provides io.rocprofiler.sdk.Tool with
            io.rocprofiler.jfr.FlightRecorderTool;
}
