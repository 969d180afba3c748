package io.rocprofiler.sdk;

import java.util.function.Consumer;

/// The records of one delivery: valid only inside [BufferHandler#onRecords].
public interface RecordBatch {
    /// How many records: at least one.
    int size();

    /// Records dropped over the whole life of the buffer.
    long dropCount();

    /// Moves the batch's one view to a record and returns it: no record is copied, nothing is allocated.
    ///
    /// @throws IndexOutOfBoundsException unless `0 <= index < size()`
    RecordView record(int index);

    /// Shows all records in order, through one view.
    default void forEach(Consumer<? super RecordView> action) {
        int size = size();
        for (int i = 0; i < size; i++) action.accept(record(i));
    }
}
