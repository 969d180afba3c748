package io.rocprofiler.export.otf2;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The events of one place, in one location or, where regions overlap, in several: times are never changed.
///
/// Regions arrive in the order of their start. Regions with equal start times are held until a later one arrives,
/// and are entered longest first, because the outer one may arrive after the inner one.
final class Track {

    private static final int MOST_HELD = 256; // sorted by insertion

    private final Archive archive;
    private final Place place;
    private final List<Lane> lanes = new ArrayList<>();

    private final RecordBytes lists = new RecordBytes(256);
    private final AttributeList list = new AttributeList(lists);
    private Held[] held = new Held[] {new Held()};
    private int count;
    private long start;

    /// A region or mark not yet written; its attribute list lies in [#lists].
    private static final class Held {
        private long end;
        private int name;
        private boolean mark;
        private int from;
        private int to;
        private byte[] whenLeft = {};
    }

    Track(Archive archive, Place place) {
        this.archive = archive;
        this.place = place;
    }

    /// Begins an event at a time. The caller adds attributes to the returned list, then calls one of the two
    /// methods below.
    AttributeList begin(long at) throws IOException {
        if (count > 0 && (at != start || count == MOST_HELD)) {
            release();
        }
        if (lanes.isEmpty()) {
            add(place.name()); // now, to number locations in the order of their first records
        }
        start = at;
        if (count == held.length) {
            grow();
        }
        held[count].from = lists.length();
        return list.begin();
    }

    private void grow() {
        Held[] more = new Held[2 * count];
        System.arraycopy(held, 0, more, 0, count);
        for (int i = count; i < more.length; i++) {
            more[i] = new Held();
        }
        held = more;
    }

    /// @param whenLeft the attribute list of the region's end
    void region(long end, int region, byte[] whenLeft) {
        Held one = hold(Long.compareUnsigned(end, start) < 0 ? start : end, region);
        one.mark = false;
        one.whenLeft = whenLeft;
    }

    void mark(int string) {
        hold(start, string).mark = true;
    }

    private Held hold(long end, int name) {
        list.end();
        Held one = held[count];
        one.to = lists.length();
        one.end = end;
        one.name = name;
        int at = count++;
        while (at > 0 && Long.compareUnsigned(held[at - 1].end, end) < 0) {
            held[at] = held[at - 1];
            at--;
        }
        held[at] = one;
        return one;
    }

    private void release() throws IOException {
        for (int i = 0; i < count; i++) {
            Held one = held[i];
            if (one.mark) {
                lane(start, true).mark(start, one.name, lists.array(), one.from, one.to);
            } else {
                Lane lane = lane(one.end, place.nests());
                lane.enter(start, one.end, one.name, lists.array(), one.from, one.to, one.whenLeft);
            }
        }
        count = 0;
        lists.clear();
    }

    private Lane lane(long end, boolean nests) throws IOException {
        for (int i = 0; i < lanes.size(); i++) {
            if (lanes.get(i).fits(start, end, nests)) {
                return lanes.get(i);
            }
        }
        return add(place.name() + " (" + (lanes.size() + 1) + ")");
    }

    private Lane add(String name) throws IOException {
        Lane lane = archive.location(place, name);
        lanes.add(lane);
        return lane;
    }

    void close() throws IOException {
        release();
        for (Lane lane : lanes) {
            lane.close();
        }
    }
}
