package io.rocprofiler.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/// A call of HIP, on the thread that made it.
@Name("io.rocprofiler.HipCall")
@Label("HIP Call")
@Category({"GPU", "ROCm"})
@Description("A call of HIP, on the thread that made it")
@Enabled
@StackTrace
@Threshold("0 ns")
final class HipCall extends CallEvent {}
