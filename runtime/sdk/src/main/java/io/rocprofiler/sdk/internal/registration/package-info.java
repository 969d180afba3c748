/// The lifecycle of the profiler in a process: window, contexts, discovery, registration of runtimes, finalization.
/// Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.registration;

import org.jspecify.annotations.NullMarked;
