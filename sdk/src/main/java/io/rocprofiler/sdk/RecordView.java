package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A record in AMD's layout, seen in place. The view moves: to keep a record, [#copy] it.
///
/// A field that the record's kind does not have reads as 0.
public interface RecordView {
    /// The tracing kind, or null for a record of a tool's own or of another category: see [#kindValue].
    @Nullable
    BufferTracingKind kind();

    int kindValue();

    /// The operation's number within its kind.
    int operation();

    /// The operation's name, or the empty text if the kind or operation has none.
    String operationName();

    /// Nanoseconds on `CLOCK_BOOTTIME`. For a point in time, the same as [#endNanos].
    long startNanos();

    long endNanos();

    /// The Linux thread id of the thread that made the call.
    long threadId();

    long internalCorrelationId();

    long ancestorCorrelationId();

    long externalCorrelationId();

    /// All bytes of the record, read-only, valid as long as the batch. Allocates the segment.
    MemorySegment segment();

    /// A copy to keep.
    TraceRecord copy();
}
