/// GPU work and calls of ROCm as events of Java Flight Recorder.
///
/// Three ways in: `-javaagent:rocprofiler-jfr.jar`; the jar in `ROCPROFILER_JAVA_TOOLS`; or
/// `Profiler.register(new FlightRecorderTool())` in the program. A recording (`-XX:StartFlightRecording`, `jcmd`, JMC)
/// decides what is recorded, by the events' settings.
@NullMarked
package io.rocprofiler.jfr;

import org.jspecify.annotations.NullMarked;
