package io.rocprofiler.export.otf2;

import java.io.IOException;
import java.util.Arrays;

/// One location being written, with a stack of the entered regions.
final class Lane {

    private final EventFile file;
    private final LocationEnd end;
    private long[] ends = new long[4];
    private int[] regions = new int[4];
    private byte[][] attributes = new byte[4][];
    private int depth;
    private long time; // of the last event

    /// Receives the number of events when the location is complete.
    @FunctionalInterface
    interface LocationEnd {
        void closed(long events);
    }

    Lane(EventFile file, LocationEnd end) {
        this.file = file;
        this.end = end;
    }

    /// Leaves the regions that have ended, and returns whether a region fits into the remaining ones.
    ///
    /// @param nests whether the region may lie within another
    boolean fits(long start, long finish, boolean nests) throws IOException {
        while (depth > 0 && Long.compareUnsigned(ends[depth - 1], start) <= 0) {
            leave();
        }
        if (Long.compareUnsigned(time, start) > 0) {
            return false;
        }
        return depth == 0 || (nests && Long.compareUnsigned(finish, ends[depth - 1]) <= 0);
    }

    private void leave() throws IOException {
        depth--;
        time = ends[depth];
        file.leave(time, attributes[depth], regions[depth]);
    }

    /// @param list holds the attributes of entering, between `from` and `to`
    /// @param whenLeft the attributes of leaving
    void enter(long start, long finish, int region, byte[] list, int from, int to, byte[] whenLeft) throws IOException {
        if (depth == ends.length) {
            ends = Arrays.copyOf(ends, 2 * depth);
            regions = Arrays.copyOf(regions, 2 * depth);
            attributes = Arrays.copyOf(attributes, 2 * depth);
        }
        file.enter(start, list, from, to, region);
        time = start;
        ends[depth] = finish;
        regions[depth] = region;
        attributes[depth++] = whenLeft;
    }

    void mark(long at, int string, byte[] list, int from, int to) throws IOException {
        file.parameter(at, list, from, to, Archive.MARK, string);
        time = at;
    }

    void close() throws IOException {
        while (depth > 0) {
            leave();
        }
        file.close();
        end.closed(file.events());
    }
}
