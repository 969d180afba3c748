package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ActivityRecord;
import java.util.Iterator;
import java.util.NoSuchElementException;

/// A batch of at least one record, in the order of writing.
public final class RecordBatch implements Iterable<TracerRecord> {
    private final long begin;
    private final long end;

    RecordBatch(long begin, long end) {
        this.begin = begin;
        this.end = end;
    }

    /// {@return the number of records}
    public int size() {
        return (int) ((end - begin) / ActivityRecord.SIZEOF);
    }

    /// Returns an iterator over one view that moves from record to record: use [TracerRecord#copy] to keep
    /// a record.
    @Override
    public Iterator<TracerRecord> iterator() {
        TracerRecord view = new TracerRecord();
        return new Iterator<>() {
            private long next = begin;

            @Override
            public boolean hasNext() {
                return next < end;
            }

            @Override
            public TracerRecord next() {
                if (!hasNext()) throw new NoSuchElementException();
                view.move(next);
                next += ActivityRecord.SIZEOF;
                return view;
            }
        };
    }
}
