/// The life of the profiler in a process: the window, contexts, discovery, runtimes that register, the end.
/// Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.registration;

import org.jspecify.annotations.NullMarked;
