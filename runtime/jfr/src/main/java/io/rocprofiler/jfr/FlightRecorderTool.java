package io.rocprofiler.jfr;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.time.Duration;

/// Writes calls of HIP and HSA, ranges, kernels, copies and memory as events of Java Flight Recorder.
///
/// Calls and ranges are events of the thread that made them, with its Java stack; kernels, copies and memory have the
/// times at which they ran, and the number of the call that launched them. What is recorded is up to the recording: an
/// event that it has switched off costs its callback, no more.
public final class FlightRecorderTool implements Tool {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /// Creates the tool, once per process.
    public FlightRecorderTool() {}

    @Override
    public String name() {
        return "jfr";
    }

    @Override
    public void initialize(Setup setup) {
        WorkRecorder recorder = new WorkRecorder();
        recorder.start();
        Buffer work = setup.buffer().handler(recorder).flushEvery(INTERVAL).build();
        setup.context()
                .calls(CallbackTracingKind.HIP_RUNTIME_API, new CallRecorder(HipCall::new))
                .calls(CallbackTracingKind.HIP_COMPILER_API, new CallRecorder(HipCall::new))
                .calls(CallbackTracingKind.HSA_CORE_API, new CallRecorder(HsaCall::new))
                .calls(CallbackTracingKind.HSA_AMD_EXT_API, new CallRecorder(HsaCall::new))
                .calls(CallbackTracingKind.HSA_IMAGE_EXT_API, new CallRecorder(HsaCall::new))
                .calls(CallbackTracingKind.HSA_FINALIZE_EXT_API, new CallRecorder(HsaCall::new))
                .calls(CallbackTracingKind.MARKER_CORE_RANGE_API, new RangeRecorder())
                .buffered(BufferTracingKind.KERNEL_DISPATCH, work)
                .buffered(BufferTracingKind.MEMORY_COPY, work)
                .buffered(BufferTracingKind.MEMORY_ALLOCATION, work)
                .start();
    }
}
