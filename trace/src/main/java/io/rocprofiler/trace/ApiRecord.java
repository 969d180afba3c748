package io.rocprofiler.trace;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.rocprofiler.abi.BufferTracingHipApiExtRecord;
import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.BufferTracingKind;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A view over one API record, moved from record to record; it owns nothing and copies nothing.
///
/// All API records begin alike (contract 3.3.1), the ones with arguments continue behind that.
public final class ApiRecord {

    private static final int MARKER_RANGE = BufferTracingKind.MARKER_CORE_RANGE_API.value();
    private static final int CORRELATION = BufferTracingHipApiRecord.CORRELATION_ID; // {internal, external, ancestor}

    private ProcessTrace process;
    private MemorySegment bytes;
    private long place;

    ApiRecord(ProcessTrace process) {
        this.process = process;
        this.bytes = process.segment().bytes();
    }

    ApiRecord moveTo(ProcessTrace newProcess, long newPlace) {
        process = newProcess;
        bytes = newProcess.segment().bytes();
        place = newPlace;
        return this;
    }

    public ProcessTrace process() {
        return process;
    }

    /// sizeof the C struct.
    public long size() {
        return Bytes.u64(bytes, place + BufferTracingHipApiRecord.SIZE);
    }

    /// A number of `BufferTracingKind`.
    public int kind() {
        return Bytes.i32(bytes, place + BufferTracingHipApiRecord.KIND);
    }

    public int operation() {
        return Bytes.i32(bytes, place + BufferTracingHipApiRecord.OPERATION);
    }

    public long internalId() {
        return Bytes.u64(bytes, place + CORRELATION);
    }

    public long externalId() {
        return Bytes.u64(bytes, place + CORRELATION + 8);
    }

    public long ancestorId() {
        return Bytes.u64(bytes, place + CORRELATION + 16);
    }

    /// Nanoseconds of CLOCK_BOOTTIME.
    public long startNanos() {
        return Bytes.u64(bytes, place + BufferTracingHipApiRecord.START_TIMESTAMP);
    }

    /// Nanoseconds of CLOCK_BOOTTIME.
    public long endNanos() {
        return Bytes.u64(bytes, place + BufferTracingHipApiRecord.END_TIMESTAMP);
    }

    public long durationNanos() {
        return endNanos() - startNanos();
    }

    public long threadId() {
        return Bytes.u64(bytes, place + BufferTracingHipApiRecord.THREAD_ID);
    }

    /// The C function, or the message of a mark or range: AMD's "Function".
    public String name() {
        String message = isMarkerRange() ? message() : null;
        return message == null ? Names.operation(kind(), operation()) : message;
    }

    /// The text that the program gave, null for records that have none.
    public @Nullable String message() {
        return process.message(internalId());
    }

    public boolean isMarkerRange() {
        return kind() == MARKER_RANGE;
    }

    /// True when the record carries the call's arguments and result.
    public boolean hasArguments() {
        return RecordKinds.hasArguments(kind());
    }

    /// Up to eight bytes of the arguments, zero-extended. Meaningful only if [#hasArguments()].
    ///
    /// @param offset inside AMD's `args` union
    public long argument(int offset, int sizeBytes) {
        long at = place + BufferTracingHipApiExtRecord.ARGS + offset;
        long value = 0;
        for (int i = sizeBytes - 1; i >= 0; i--) {
            value = value << 8 | Byte.toUnsignedLong(bytes.get(JAVA_BYTE, at + i));
        }
        return value;
    }

    /// The result's first eight bytes, AMD's `uint64_t_retval`. Meaningful only if [#hasArguments()].
    public long result() {
        return Bytes.u64(bytes, place + RecordKinds.resultOffset(kind()));
    }
}
