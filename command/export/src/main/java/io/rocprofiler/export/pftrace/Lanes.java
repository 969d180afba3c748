package io.rocprofiler.export.pftrace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A row of the time line. Slices on one track are pairs of begin and end in the order of time, and must nest; one
/// that overlaps another goes to a further track of the same name, which Perfetto shows in the same row.
///
/// Slices must arrive in the order of their start.
final class Lanes {

    private final Packets packets;
    private final Track track;
    private final boolean nested;
    private final List<Lane> lanes = new ArrayList<>();

    /// Creates the track of a lane.
    @FunctionalInterface
    interface Track {

        /// Describes the track of a lane, counted from 0, and returns its number.
        long describe(int lane);
    }

    /// @param nested whether slices may nest, as calls do
    Lanes(Packets packets, boolean nested, Track track) {
        this.packets = packets;
        this.nested = nested;
        this.track = track;
    }

    void slice(long start, long end, Wire body) {
        lane(start, end).begin(start, end, body);
    }

    void instant(long nanos, Wire body) {
        Lane lane = lane(nanos, nanos);
        packets.event(nanos, lane.track, body);
        lane.last = nanos;
    }

    private Lane lane(long start, long end) {
        for (Lane lane : lanes) {
            if (lane.hasRoom(start, end)) {
                return lane;
            }
        }
        Lane lane = new Lane(track.describe(lanes.size()));
        lanes.add(lane);
        return lane;
    }

    /// Ends all slices.
    void finish() {
        lanes.forEach(lane -> lane.endUntil(Long.MAX_VALUE));
    }

    private final class Lane {

        final long track;
        long last;
        private long[] open = new long[8]; // ends of the open slices, the innermost last
        private int depth;

        Lane(long track) {
            this.track = track;
        }

        boolean hasRoom(long start, long end) {
            if (start < last) {
                return false;
            }
            endUntil(start);
            return depth == 0 || (nested && end <= open[depth - 1]);
        }

        void begin(long start, long end, Wire body) {
            packets.event(start, track, body);
            last = start;
            if (depth == open.length) {
                open = Arrays.copyOf(open, 2 * depth);
            }
            open[depth++] = end;
        }

        void endUntil(long nanos) {
            while (depth > 0 && open[depth - 1] <= nanos) {
                packets.end(open[--depth], track);
            }
        }
    }
}
