package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The common base of all views of records: size, kind and operation, with which every record begins.
///
/// Thread rule: one thread.
abstract class BufferView {
    private final Lent lent = new Lent();

    /// The address of the record.
    long address = Nothing.BUFFERED;

    /// Returns this view as a record: the concrete types are not known here.
    final BufferRecord record() {
        return (BufferRecord) this;
    }

    /// Moves the view to a record.
    void show(long record) {
        address = record;
    }

    void hide() {
        show(Nothing.BUFFERED);
        lent.end();
    }

    // Accessors for the fields of a record.

    final long longAt(int offset) {
        return Memory.getLong(address + offset);
    }

    final int intAt(int offset) {
        return Memory.getInt(address + offset);
    }

    final long unsignedAt(int offset) {
        return intAt(offset) & 0xFFFF_FFFFL;
    }

    public final int kindValue() {
        return intAt(BufferTracingHipApiRecord.KIND);
    }

    public int operationValue() {
        return intAt(BufferTracingHipApiRecord.OPERATION);
    }

    public final String operationName() {
        BufferTracingKind kind = record().kind();
        @Nullable String name = kind == null ? null : Operations.name(kind, operationValue());
        return name == null ? "" : name;
    }

    public final MemorySegment segment() {
        return lent.segment(address, longAt(BufferTracingHipApiRecord.SIZE));
    }

    @Override
    public final String toString() {
        return address == Nothing.BUFFERED
                ? "a record of a delivery that is over"
                : record().copy().toString();
    }
}
