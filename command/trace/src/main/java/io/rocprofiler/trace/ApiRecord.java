package io.rocprofiler.trace;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.trace.kind.RecordKinds;
import org.jspecify.annotations.Nullable;

/// A record of a call, a mark or a range.
///
/// All API records have the same first fields (`buffer_tracing.h` of rocprofiler-sdk 1.0.0); records with arguments
/// append more.
public final class ApiRecord extends TraceRecord {

    private static final int MARKER_RANGE = BufferTracingKind.MARKER_CORE_RANGE_API.value();

    ApiRecord(ProcessTrace process) {
        super(process, BufferTracingHipApiRecord.START_TIMESTAMP, BufferTracingHipApiRecord.THREAD_ID);
    }

    public long ancestorId() {
        return u64(CORRELATION + 16);
    }

    /// The C function, or the message of a mark or range: AMD's "Function" column.
    @Override
    public String name() {
        String message = isMarkerRange() ? message() : null;
        return message == null ? super.name() : message;
    }

    /// The message that the program passed, null for records without one.
    public @Nullable String message() {
        return process().message(internalId());
    }

    public boolean isMarkerRange() {
        return kind() == MARKER_RANGE;
    }

    /// Whether the record carries the call's arguments and result.
    public boolean hasArguments() {
        return RecordKinds.hasArguments(kind());
    }

    /// Returns up to eight bytes of the arguments, zero-extended. Meaningful only if [#hasArguments()].
    ///
    /// @param offset within AMD's `args` union
    public long argument(int offset, int sizeBytes) {
        long at = place() + RecordKinds.argumentsOffset(isStruct()) + offset;
        long value = 0;
        for (int i = sizeBytes - 1; i >= 0; i--) {
            value = value << 8 | Byte.toUnsignedLong(bytes().get(JAVA_BYTE, at + i));
        }
        return value;
    }

    /// The result's first eight bytes, AMD's `uint64_t_retval`. Meaningful only if [#hasArguments()].
    public long result() {
        return u64(RecordKinds.resultOffset(kind(), isStruct()));
    }

    /// The size of AMD's struct for this call.
    @Override
    public long size() {
        return hasArguments() ? RecordKinds.structSize(kind()) : super.size();
    }

    private boolean isStruct() {
        return super.size() == RecordKinds.structSize(kind());
    }
}
