package io.rocprofiler.sdk;

import java.util.List;

/// A tool of this program that is at work: from [Profiler#register] until it is closed, or the program ends.
///
/// Thread rule: any thread, at any time.
public interface Registration extends AutoCloseable {
    /// {@return the runtimes that were in the process before the tool came, by the names that [RuntimeListener] has
    /// for them, in the order in which they came; empty for a tool that came first}
    ///
    /// Their calls are traced from now on. What they did before is not seen: calls that are in progress, ranges
    /// that are open, streams and memory that exist. Of `hsa`, code that is loaded is told as if it were loaded
    /// now, and kernels on queues that exist are not traced. A program that has copied a runtime's function
    /// pointers for itself goes on calling them.
    List<String> earlierRuntimes();

    /// Ends the tool: its contexts stop, its buffers are delivered, and [Tool#close] is called, once. The end of
    /// the program does the same for a tool that has not been closed.
    ///
    /// Returns when that is done, in bounded time. Not for the tool's own handlers: a delivery waits for them.
    @Override
    void close();
}
