package io.rocprofiler.export.rocpd;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Writes `rocpd_track`: one row for each thread and kind of instantaneous event.
final class Tracks {

    /// @param name the string number of the kind's name
    record Track(long thread, int name) {}

    private final Map<Track, Integer> numbers = new HashMap<>();
    private final List<Track> tracks = new ArrayList<>();

    /// Returns the track's number, from 1.
    int number(long thread, int name) {
        Track track = new Track(thread, name);
        Integer known = numbers.get(track);
        if (known == null) {
            tracks.add(track);
            known = tracks.size();
            numbers.put(track, known);
        }
        return known;
    }

    List<Track> inOrder() {
        return tracks;
    }
}
