/// The Java face of ROCm's tracing stack: for people who write profilers and monitors on the JVM.
///
/// A tool is one class. It is found by `ServiceLoader` on the class path in `ROCPROFILER_JAVA_TOOLS`, or a
/// program hands it to [io.rocprofiler.sdk.Profiler#register]. The engine calls
/// [io.rocprofiler.sdk.Tool#initialize] once, and in that window, and only there, the tool says what it wants:
/// contexts, their services, and buffers.
///
/// ```java
/// public final class CopyCounter implements Tool {
///     private final LongAdder copies = new LongAdder();
///
///     public String name() {
///         return "copy-counter";
///     }
///
///     public void initialize(Setup setup) {
///         setup.context()
///                 .callbacks(CallbackTracingKind.HIP_RUNTIME_API, OperationFilter.names("hipMemcpy"), this::onCopy)
///                 .build()
///                 .start();
///     }
///
///     private void onCopy(CallbackRecord call) {
///         if (call.phase() == CallbackPhase.EXIT) copies.increment();
///     }
///
///     public void close() {
///         System.err.println("copies: " + copies);
///     }
/// }
/// ```
///
/// Units: times are nanoseconds on `CLOCK_BOOTTIME`, ROCm's clock; sizes are bytes; thread ids are Linux thread
/// ids. Errors: what a tool configures wrongly throws at once, with the name and the value; what happens while a
/// program runs never throws.
@NullMarked
package io.rocprofiler.sdk;

import org.jspecify.annotations.NullMarked;
