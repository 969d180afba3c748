package io.rocprofiler.export.html;

import java.util.Arrays;

/// The slices of one lane in columns, in the order of their start. Above a threshold of zero, neighbouring slices
/// shorter than the threshold are merged if they begin within the same interval of that length: one slice then
/// represents several, with their count, the time that they cover and the name of the longest.
///
/// Thresholds are powers of two, so that merged slices can be merged further at the next threshold.
final class Lane {

    /// One slice.
    ///
    /// @param start nanoseconds of the run's clock
    /// @param a first kind-specific number: bytes, shape, or the calling call
    /// @param b second kind-specific number: stream, dispatch or address
    /// @param c third kind-specific number: thread or agent; of a call 1 if it is a mark
    record Slice(long start, long end, int name, long id, long a, long b, long c) {}

    private static final int FIRST_ROOM = 64;

    private final LaneKey key;
    private int size;
    private long records;

    private long[] starts = new long[FIRST_ROOM];
    private long[] ends = new long[FIRST_ROOM];
    private int[] names = new int[FIRST_ROOM];
    private int[] counts = new int[FIRST_ROOM]; // number of records represented
    private long[] busy = new long[FIRST_ROOM]; // nanoseconds covered by them
    private long[] ids = new long[FIRST_ROOM];
    private long[] as = new long[FIRST_ROOM];
    private long[] bs = new long[FIRST_ROOM]; // of a merged slice: the duration of its longest
    private long[] cs = new long[FIRST_ROOM];

    Lane(LaneKey key) {
        this.key = key;
    }

    LaneKey key() {
        return key;
    }

    int size() {
        return size;
    }

    /// The number of records that the slices represent.
    long records() {
        return records;
    }

    /// Adds a slice that begins no earlier than the last.
    ///
    /// @param threshold 0 to keep every slice unmerged
    /// @return the number of slices added to the lane: 0 or 1
    int add(Slice slice, long threshold) {
        records++;
        if (size == starts.length) {
            grow();
        }
        set(size, slice.start(), slice.end(), slice.name());
        ids[size] = slice.id();
        as[size] = slice.a();
        bs[size] = slice.b();
        cs[size] = slice.c();
        int before = size;
        take(size, threshold);
        return size - before;
    }

    private void set(int place, long start, long end, int name) {
        starts[place] = start;
        ends[place] = Math.max(start, end);
        names[place] = name;
        counts[place] = 1;
        busy[place] = ends[place] - start;
    }

    /// Merges slices again, at a higher threshold.
    ///
    /// @return the number of slices removed from the lane
    int merge(long threshold) {
        int before = size;
        size = 0;
        for (int place = 0; place < before; place++) {
            take(place, threshold);
        }
        return before - size;
    }

    /// Appends the slice at `place`, which lies after all appended slices, or merges it into the last of them.
    private void take(int place, long threshold) {
        int last = size - 1;
        if (last >= 0 && isShort(last, threshold) && isShort(place, threshold) && together(last, place, threshold)) {
            absorb(last, place);
        } else {
            move(place, size++);
        }
    }

    private boolean isShort(int place, long threshold) {
        return counts[place] > 1 || ends[place] - starts[place] < threshold;
    }

    private boolean together(int one, int other, long threshold) {
        return starts[one] / threshold == starts[other] / threshold;
    }

    private void absorb(int into, int place) {
        boolean bytes = key.kind().hasBytes();
        long longestHere = longest(into);
        long longestThere = longest(place);
        if (longestThere > longestHere) {
            names[into] = names[place];
        }
        busy[into] += Math.max(0, busy[place] - Math.max(0, ends[into] - starts[place]));
        ends[into] = Math.max(ends[into], ends[place]);
        as[into] = bytes ? as[into] + as[place] : 0;
        bs[into] = Math.max(longestHere, longestThere);
        counts[into] += counts[place];
        ids[into] = 0;
        cs[into] = 0;
    }

    private long longest(int place) {
        return counts[place] > 1 ? bs[place] : ends[place] - starts[place];
    }

    private void move(int from, int to) {
        starts[to] = starts[from];
        ends[to] = ends[from];
        names[to] = names[from];
        counts[to] = counts[from];
        busy[to] = busy[from];
        ids[to] = ids[from];
        as[to] = as[from];
        bs[to] = bs[from];
        cs[to] = cs[from];
    }

    private void grow() {
        int room = size + (size >> 1);
        starts = Arrays.copyOf(starts, room);
        ends = Arrays.copyOf(ends, room);
        names = Arrays.copyOf(names, room);
        counts = Arrays.copyOf(counts, room);
        busy = Arrays.copyOf(busy, room);
        ids = Arrays.copyOf(ids, room);
        as = Arrays.copyOf(as, room);
        bs = Arrays.copyOf(bs, room);
        cs = Arrays.copyOf(cs, room);
    }

    /// The number of slices that represent more than one record.
    int mergedSlices() {
        int merged = 0;
        for (int i = 0; i < size; i++) {
            merged += counts[i] > 1 ? 1 : 0;
        }
        return merged;
    }

    /// Writes column by column. Ascending values are written as differences, which compress well.
    void writeTo(Varints out, long base) {
        out.rising(starts, size, base);
        out.spans(starts, ends, size);
        for (int i = 0; i < size; i++) {
            out.unsigned(names[i]);
        }
        for (int i = 0; i < size; i++) {
            out.unsigned(counts[i]);
        }
        for (int i = 0; i < size; i++) {
            out.unsigned(counts[i] > 1 ? busy[i] : 0);
        }
        out.differences(ids, size);
        out.differences(as, size);
        out.differences(bs, size);
        out.differences(cs, size);
    }
}
