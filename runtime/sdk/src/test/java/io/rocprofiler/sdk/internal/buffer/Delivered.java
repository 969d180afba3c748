package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.ArrayList;
import java.util.List;

/// Stores delivered records, as `writer` and `sequence` of each, in order.
final class Delivered implements BufferListener {
    record Seen(int writer, long sequence, long size, int kind, int category) {}

    private final List<Seen> seen = new ArrayList<>();
    private boolean appends;
    private int deliveries;
    private long dropCount;
    private Runnable inside = () -> {};

    /// Runs an action inside each delivery, after its records have been stored.
    Delivered inside(Runnable action) {
        inside = action;
        return this;
    }

    /// Pretends to be of a tool that appends records of its own.
    Delivered appending() {
        appends = true;
        return this;
    }

    @Override
    public boolean appends() {
        return appends;
    }

    @Override
    public void deliver(long headers, long count, long drops) {
        synchronized (this) {
            deliveries++;
            dropCount = drops;
            for (long i = 0; i < count; i++) keep(Memory.getLong(headers + 8 * i));
            notifyAll();
        }
        inside.run();
    }

    private void keep(long header) {
        long record = Memory.getLong(header + 8);
        seen.add(new Seen(
                (int) Memory.getLong(record + WriterThread.WRITER),
                Memory.getLong(record + WriterThread.SEQUENCE),
                Memory.getLong(record),
                Memory.getInt(header + 4),
                Memory.getInt(header)));
    }

    synchronized List<Seen> seen() {
        return List.copyOf(seen);
    }

    synchronized List<Long> sequences(int writer) {
        List<Long> result = new ArrayList<>();
        for (Seen record : seen) {
            if (record.writer() == writer) result.add(record.sequence());
        }
        return result;
    }

    synchronized int count() {
        return seen.size();
    }

    synchronized int deliveries() {
        return deliveries;
    }

    /// The drop count of the last delivery.
    synchronized long dropCount() {
        return dropCount;
    }

    synchronized void awaitCount(int records) throws InterruptedException {
        while (seen.size() < records) wait();
    }
}
