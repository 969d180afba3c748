package io.rocprofiler.sdk;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/// The records of one delivery, in the order of insertion: valid only inside [BufferHandler#onRecords].
///
/// Iterating moves views (see [BufferRecord]): a loop has one record at a time.
///
/// Not for implementation: see the package.
public interface RecordBatch extends Iterable<BufferRecord> {
    /// {@return the number of records, at least one}
    int size();

    /// Returns the number of records dropped since the buffer was built.
    ///
    /// @return dropped records
    long dropCount();

    /// Moves the batch's view for this sort of record to a record and returns it. Copies no record and
    /// allocates nothing.
    ///
    /// @param index from 0 to the size, exclusive
    /// @return the view, valid until the next call
    /// @throws IndexOutOfBoundsException unless `0 <= index < size()`
    BufferRecord record(int index);

    /// {@return copies of all records, to keep} Allocates them.
    default List<BufferRecord> copies() {
        List<BufferRecord> copies = new ArrayList<>(size());
        for (BufferRecord record : this) copies.add(record.copy());
        return copies;
    }

    @Override
    default Iterator<BufferRecord> iterator() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < size();
            }

            @Override
            public BufferRecord next() {
                if (!hasNext()) throw new NoSuchElementException();
                return record(next++);
            }
        };
    }
}
