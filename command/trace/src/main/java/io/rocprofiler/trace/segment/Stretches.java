package io.rocprofiler.trace.segment;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// A cache of stretches of a segment: records read in the order of time lie in the few stretches that threads wrote
/// at that time.
public final class Stretches implements AutoCloseable {

    private static final long MOST_BYTES = 64 << 20; // in memory

    private final Arena arena = Arena.ofConfined();
    private final Segment segment;
    private final SegmentLayout layout;
    private final int[] slotOf; // slot + 1 of each stretch, 0 if not cached
    private final MemorySegment[] slots;
    private final int[] stretchIn;
    private final boolean[] used; // since the clock hand passed
    private int filled;
    private int hand;

    public Stretches(Segment segment) {
        this.segment = segment;
        this.layout = segment.head().layout();
        long stretches = Math.max(0, segment.size() - layout.headerSize()) / layout.stretchSize() + 1;
        slotOf = new int[Math.toIntExact(stretches)];
        int most = (int) Math.max(2, Math.min(stretches, MOST_BYTES / layout.stretchSize()));
        slots = new MemorySegment[most];
        Arrays.fill(slots, MemorySegment.NULL);
        stretchIn = new int[most];
        used = new boolean[most];
    }

    /// Returns the stretch that contains a place of the file. Valid until the next call.
    public MemorySegment at(long place) throws IOException {
        int stretch = (int) ((place - layout.headerSize()) / layout.stretchSize());
        int slot = slotOf[stretch] - 1;
        if (slot < 0) {
            slot = free();
            fill(slot, stretch);
        }
        used[slot] = true;
        return slots[slot];
    }

    /// Returns the offset of a place in its stretch.
    public long offset(long place) {
        return (place - layout.headerSize()) % layout.stretchSize();
    }

    private int free() {
        if (filled < slots.length) {
            slots[filled] = arena.allocate(layout.stretchSize(), Long.BYTES);
            return filled++;
        }
        while (used[hand]) {
            used[hand] = false;
            hand = (hand + 1) % slots.length;
        }
        int slot = hand;
        hand = (hand + 1) % slots.length;
        slotOf[stretchIn[slot]] = 0;
        return slot;
    }

    private void fill(int slot, int stretch) throws IOException {
        long place = layout.headerSize() + stretch * layout.stretchSize();
        long expected = segment.available(place, layout.stretchSize());
        if (segment.read(place, slots[slot]) < expected) {
            throw new EOFException(segment.name() + " was cut while it was read");
        }
        stretchIn[slot] = stretch;
        slotOf[stretch] = slot + 1;
    }

    @Override
    public void close() {
        arena.close();
    }
}
