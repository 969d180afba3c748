package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ActivityRecord;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/// A batch of at least one record, in the order of writing.
public final class RecordBatch implements Iterable<TracerRecord> {
    private final long begin;
    private final List<TracerRecord> views = new ArrayList<>(1);
    private long end;

    RecordBatch(long begin, long end) {
        this.begin = begin;
        this.end = end;
    }

    /// {@return copies of all records, to keep}
    public List<TracerRecord> copies() {
        List<TracerRecord> copies = new ArrayList<>(size());
        for (TracerRecord record : this) copies.add(record.copy());
        return copies;
    }

    /// Ends the delivery: the batch, and the views of it that a handler kept, are empty from now on.
    void hide() {
        end = begin;
        for (TracerRecord view : views) view.hide();
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
        views.add(view);
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
