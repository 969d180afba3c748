package io.rocprofiler.trace;

import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentGraphNode;
import io.rocprofiler.trace.kind.Names;
import io.rocprofiler.trace.kind.RecordKinds;
import io.rocprofiler.trace.primitive.Bytes;
import java.lang.foreign.MemorySegment;

/// A view of one record, moved from record to record; it owns and copies nothing.
///
/// All records begin with size, kind, operation, internal and external correlation id (`buffer_tracing.h` of
/// rocprofiler-sdk 1.0.0).
public abstract sealed class TraceRecord
        permits ApiRecord, DispatchRecord, CopyRecord, AllocationRecord, ScratchRecord, GraphRecord {

    static final int CORRELATION = BufferTracingHipApiRecord.CORRELATION_ID; // {internal, external, ...}

    private static final long RANGE_MASK = (1L << SegmentConstants.EXTERNAL_STREAM_SHIFT) - 1;

    private final int startOffset;
    private final int threadOffset;
    private ProcessTrace process;
    private MemorySegment bytes;
    private long place;

    /// @param startOffset the offset of the start time; the end time follows it
    TraceRecord(ProcessTrace process, int startOffset, int threadOffset) {
        this.process = process;
        this.bytes = MemorySegment.NULL;
        this.startOffset = startOffset;
        this.threadOffset = threadOffset;
    }

    final void moveTo(ProcessTrace newProcess, MemorySegment newBytes, long newPlace) {
        process = newProcess;
        bytes = newBytes;
        place = newPlace;
    }

    public final ProcessTrace process() {
        return process;
    }

    final MemorySegment bytes() {
        return bytes;
    }

    final long place() {
        return place;
    }

    final long u64(int offset) {
        return Bytes.u64(bytes, place + offset);
    }

    final long u32(int offset) {
        return Bytes.u32(bytes, place + offset);
    }

    final int i32(int offset) {
        return Bytes.i32(bytes, place + offset);
    }

    /// The `sizeof` of the C struct.
    public long size() {
        return u64(BufferTracingHipApiRecord.SIZE);
    }

    /// Returns a word of the `segment_graph_node_t` that records of work have after AMD's struct if a graph's launch
    /// submitted it; 0 without one.
    final long ofGraphNode(int structBytes, int field) {
        return u64(BufferTracingHipApiRecord.SIZE) < structBytes + SegmentGraphNode.SIZEOF
                ? 0
                : u64(structBytes + field);
    }

    /// The `BufferTracingKind` number.
    public final int kind() {
        return i32(BufferTracingHipApiRecord.KIND);
    }

    public final int operation() {
        return i32(BufferTracingHipApiRecord.OPERATION);
    }

    public final long internalId() {
        return u64(CORRELATION);
    }

    /// The external correlation id, 0 for none. With kernel renaming (`--kernel-rename`), the external id of GPU
    /// work and HIP calls identifies the thread's current range.
    public final long externalId() {
        long external = u64(CORRELATION + 8);
        return carriesStream() ? external & RANGE_MASK : external;
    }

    /// The number of the HIP stream used by this call, or by the call that submitted this work; 0 is the
    /// null stream.
    public final long streamId() {
        return carriesStream() ? u64(CORRELATION + 8) >>> SegmentConstants.EXTERNAL_STREAM_SHIFT : 0;
    }

    private boolean carriesStream() {
        return !(this instanceof ApiRecord) || RecordKinds.namesStream(kind());
    }

    /// Whether it is known when this happened. The recorder writes GPU work without times if those that it got
    /// cannot be true, and so does the import of foreign records; both times are 0 then.
    public final boolean hasTimes() {
        return startNanos() != 0 || endNanos() != 0;
    }

    /// The start time in nanoseconds of CLOCK_BOOTTIME.
    public final long startNanos() {
        return u64(startOffset);
    }

    /// The end time in nanoseconds of CLOCK_BOOTTIME.
    public final long endNanos() {
        return u64(startOffset + Long.BYTES);
    }

    public final long durationNanos() {
        return endNanos() - startNanos();
    }

    /// The thread that made the call or submitted the work.
    public final long threadId() {
        return u64(threadOffset);
    }

    /// The operation's name; for a marker its message.
    public String name() {
        return Names.operation(kind(), operation());
    }
}
