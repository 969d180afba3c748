package io.rocprofiler.bench.synthetic;

import io.rocprofiler.abi.BufferTracingHipApiExtRecord;
import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.BufferTracingMarkerApiRecord;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentObject;
import io.rocprofiler.abi.internal.SegmentRangeOpen;
import io.rocprofiler.abi.internal.SegmentStretch;
import io.rocprofiler.abi.internal.SegmentText;
import io.rocprofiler.trace.testing.SegmentSeals;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The output of one thread: records back to back, 64 KiB at a time.
final class Stretch {

    private static final int SIZE = SegmentConstants.DEFAULT_STRETCH_SIZE;

    private final SegmentOutput output;
    private final long tid;
    private final ByteBuffer bytes = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
    private long place = -1;
    private int end;
    private long submitted;

    Stretch(SegmentOutput output, long tid) {
        this.output = output;
        this.tid = tid;
    }

    /// Adds a record of a call, a mark, a range or GPU work, with its size, kind and operation filled in.
    int record(int size, int kind, int operation, long nanos) {
        int at = note(size, kind, operation, nanos);
        submitted++;
        return at;
    }

    /// Adds a record that explains others, which is not counted.
    private int note(int size, int kind, int operation, long nanos) {
        int aligned = (size + Long.BYTES - 1) & -Long.BYTES;
        if (place < 0 || end + aligned > SIZE) {
            begin(nanos);
        }
        int at = end;
        end += aligned;
        bytes.putLong(at, aligned);
        bytes.putInt(at + BufferTracingHipApiRecord.KIND, kind);
        bytes.putInt(at + BufferTracingHipApiRecord.OPERATION, operation);
        return at;
    }

    private void begin(long nanos) {
        flush();
        place = output.take();
        end = SegmentStretch.SIZEOF;
        Arrays.fill(bytes.array(), (byte) 0);
        bytes.putLong(SegmentStretch.TID, tid);
        bytes.putLong(SegmentStretch.STARTED_NS, nanos);
    }

    void flush() {
        if (place >= 0) {
            bytes.putLong(SegmentStretch.USED, end - SegmentStretch.SIZEOF);
            bytes.putLong(SegmentStretch.SUBMITTED, submitted);
            SegmentSeals.stretch(bytes, 0, end - SegmentStretch.SIZEOF);
            output.write(bytes.clear(), place);
        }
        place = -1;
        submitted = 0;
    }

    void u64(int at, long value) {
        bytes.putLong(at, value);
    }

    void u32(int at, int value) {
        bytes.putInt(at, value);
    }

    /// Adds a call whose record has only the common fields.
    void api(int kind, int operation, long id, long external, long ancestor, long start, long finish) {
        int at = record(BufferTracingHipApiRecord.SIZEOF, kind, operation, start);
        call(at, id, external, ancestor, start, finish);
    }

    /// Adds a HIP call and returns the position at which the caller fills in its arguments.
    int hip(Calls.Hip function, long id, long external, long start, long finish) {
        int at = record(BufferTracingHipApiExtRecord.SIZEOF, function.kind(), function.operation(), start);
        call(at, id, external, 0, start, finish);
        return at + BufferTracingHipApiExtRecord.ARGS;
    }

    private void call(int at, long id, long external, long ancestor, long start, long finish) {
        correlation(at + BufferTracingHipApiRecord.CORRELATION_ID, id, external, ancestor);
        u64(at + BufferTracingHipApiRecord.START_TIMESTAMP, start);
        u64(at + BufferTracingHipApiRecord.END_TIMESTAMP, finish);
        u64(at + BufferTracingHipApiRecord.THREAD_ID, tid);
    }

    void correlation(int at, long id, long external, long ancestor) {
        u64(at, id);
        u64(at + Long.BYTES, external);
        u64(at + 2 * Long.BYTES, ancestor);
    }

    /// Adds the end of a range, or a mark.
    void marker(int operation, long id, long start, long finish) {
        int kind = BufferTracingKind.MARKER_CORE_RANGE_API.value();
        call(record(BufferTracingMarkerApiRecord.SIZEOF, kind, operation, finish), id, 0, 0, start, finish);
    }

    void text(long id, String text, long nanos) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int at = note(SegmentText.SIZEOF + utf8.length, SegmentConstants.KIND_TEXT, utf8.length, nanos);
        u64(at + SegmentText.CORRELATION, id);
        bytes.put(at + SegmentText.SIZEOF, utf8);
    }

    /// Adds the record of a range's start.
    void rangeOpen(int operation, long id, long start) {
        int at = note(SegmentRangeOpen.SIZEOF, SegmentConstants.KIND_RANGE_OPEN, operation, start);
        correlation(at + SegmentRangeOpen.CORRELATION_ID, id, 0, 0);
        u64(at + SegmentRangeOpen.START_NS, start);
        u64(at + SegmentRangeOpen.TID, tid);
    }

    /// Adds a code object, kernel or host function: space for AMD's struct, whose size is filled in, and the text
    /// after it.
    ///
    /// @return the position of the struct
    int object(int kind, int structSize, String text, long nanos) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int at = note(SegmentObject.SIZEOF + structSize + utf8.length, kind, utf8.length, nanos);
        u64(at + SegmentObject.SIZEOF, structSize);
        bytes.put(at + SegmentObject.SIZEOF + structSize, utf8);
        return at + SegmentObject.SIZEOF;
    }
}
