package io.rocprofiler.sdk;

import java.util.List;

/// The registration of a tool of this program: from [Profiler#register] until it is closed or the process
/// is finalized.
///
/// Thread rule: any thread, at any time.
public interface Registration extends AutoCloseable {
    /// {@return the runtimes that registered before the tool did, by their names in [RuntimeListener], in the order
    /// of their registration; empty if the tool was registered first}
    ///
    /// Their calls are traced from now on. Earlier events are not seen: calls in progress, open ranges, existing
    /// streams and memory. For `hsa`, code that is already loaded is reported as if it were loaded now, and kernels
    /// on existing queues are not traced. A program that has copied a runtime's function pointers continues to call
    /// the originals.
    List<String> earlierRuntimes();

    /// Ends the tool: stops its contexts, delivers its buffers, and calls [Tool#close], once. The end of the
    /// program does the same for a tool that has not been closed.
    ///
    /// Returns when that is done, in bounded time. Not for use in the tool's own handlers: a delivery waits
    /// for them.
    @Override
    void close();
}
