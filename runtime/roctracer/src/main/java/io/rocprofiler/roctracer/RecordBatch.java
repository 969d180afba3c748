package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ActivityRecord;
import java.util.Iterator;
import java.util.NoSuchElementException;

/// Records in the order they were written, at least one.
public final class RecordBatch implements Iterable<TracerRecord> {
    private final long begin;
    private final long end;

    RecordBatch(long begin, long end) {
        this.begin = begin;
        this.end = end;
    }

    /// {@return how many records there are}
    public int size() {
        return (int) ((end - begin) / ActivityRecord.SIZEOF);
    }

    /// One view that moves from record to record: keep a [TracerRecord#copy].
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
