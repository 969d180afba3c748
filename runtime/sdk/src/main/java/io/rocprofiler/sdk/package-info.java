/// The Java API of ROCm's tracing stack: for authors of profilers and monitors on the JVM.
///
/// A tool is one class. The engine finds it by its service file on the class path in
/// `ROCPROFILER_JAVA_TOOLS`, or a program passes it to [io.rocprofiler.sdk.Profiler#register]. The engine
/// calls [io.rocprofiler.sdk.Tool#initialize] once; only there the tool configures its contexts, their
/// services, and buffers.
///
/// {@snippet file="15-live-histogram/java/LiveHistogram.java" region="tool"}
///
/// Events arrive in one of two ways. A [io.rocprofiler.sdk.CallbackHandler] receives a
/// [io.rocprofiler.sdk.CallbackRecord] on the program's own thread, while the event happens. A
/// [io.rocprofiler.sdk.BufferHandler] receives batches of [io.rocprofiler.sdk.BufferRecord] later, on a thread of
/// the profiler. Both record types are sealed: a `switch` over their subtypes needs no `default`. Both are views,
/// valid inside the handler, as is the memory that they lend; their `copy()` may be kept.
///
/// A program implements [io.rocprofiler.sdk.Tool] and the handlers, listeners and sources that it passes to the engine.
/// Every other interface is marked *not for implementation*: only the engine implements it and accepts it, and any
/// release may add methods to it. A tool's tests use [io.rocprofiler.sdk.testing.Doubles]. Sorts of events and records
/// that are new in ROCm are [io.rocprofiler.sdk.OtherEvent] and [io.rocprofiler.sdk.OtherRecord] until the first number
/// of the version changes.
///
/// Units: times are nanoseconds on `CLOCK_BOOTTIME`, ROCm's clock; sizes are bytes; thread ids are Linux thread
/// ids. Errors: an invalid configuration throws at once, with the name and the value; no method throws because of
/// events while a program runs.
///
/// A program that registers its own tool runs with `--enable-native-access=io.rocprofiler.sdk`, or `ALL-UNNAMED`
/// when the jars are on its class path. It needs an installed rocprofiler-java, which is searched for in the
/// directory named by `-Drocprofiler.home` or `ROCPROFILER_HOME`, in `java.library.path`, in `/opt` and among the
/// system's libraries.
@NullMarked
package io.rocprofiler.sdk;

import org.jspecify.annotations.NullMarked;
