package io.rocprofiler.sdk;

import java.util.List;

/// The registration of tools of this program: from [Profiler#register] until it is closed or the process
/// is finalized.
///
/// Thread rule: any thread, at any time.
///
/// Not for implementation: see the package.
public interface Registration extends AutoCloseable {
    /// {@return the runtimes that registered before the tools did, by their names in [RuntimeListener], in the order
    /// of their registration; empty if the tools were registered first}
    ///
    /// Their calls are traced from now on. Earlier events are not seen: calls in progress, open ranges, existing
    /// streams and memory. For `hsa`, code that is already loaded is reported as if it were loaded now, and kernels
    /// on existing queues are not traced. A program that has copied a runtime's function pointers continues to call
    /// the originals.
    List<String> earlierRuntimes();

    /// Delivers what the tools' buffers have: waits, in bounded time, for the GPU work that has been submitted, so that
    /// its records are among them.
    ///
    /// @return false after finalization of the process
    boolean flush();

    /// Ends the tools, in their order: stops their contexts, delivers their buffers, and calls [Tool#close], once. The
    /// end of the program does the same for tools that have not been closed.
    ///
    /// Returns when that is done, in bounded time. Not for use in the tool's own handlers: a delivery waits
    /// for them.
    @Override
    void close();
}
