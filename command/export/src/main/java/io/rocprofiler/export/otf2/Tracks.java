package io.rocprofiler.export.otf2;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The tracks of a process by activity, thread, agent and queue: a hash table.
final class Tracks {

    /// Creates a missing track.
    @FunctionalInterface
    interface Maker {
        Track make(Activity activity, long thread, long agent, long queue);
    }

    private record Entry(Activity activity, long thread, long agent, long queue, Track track) {

        boolean is(Activity otherActivity, long otherThread, long otherAgent, long otherQueue) {
            return thread == otherThread && activity == otherActivity && agent == otherAgent && queue == otherQueue;
        }
    }

    private final Maker maker;
    private @Nullable Entry[] entries = new @Nullable Entry[64];
    private int size;

    Tracks(Maker maker) {
        this.maker = maker;
    }

    Track of(Activity activity, long thread, long agent, long queue) {
        int place = place(activity, thread, agent, queue);
        Entry entry = entries[place];
        while (entry != null) {
            if (entry.is(activity, thread, agent, queue)) {
                return entry.track();
            }
            place = (place + 1) & (entries.length - 1);
            entry = entries[place];
        }
        Track made = maker.make(activity, thread, agent, queue);
        put(new Entry(activity, thread, agent, queue, made));
        return made;
    }

    private int place(Activity activity, long thread, long agent, long queue) {
        long hash = ((thread * 31 + agent) * 31 + queue) * 31 + activity.name().hashCode();
        hash *= 0x9E3779B97F4A7C15L; // 2^64 divided by the golden ratio: spreads keys that differ in few bits
        return (int) (hash >>> 32) & (entries.length - 1);
    }

    private void put(Entry added) {
        if (++size * 2 > entries.length) {
            @Nullable Entry[] old = entries;
            entries = new @Nullable Entry[2 * old.length];
            for (Entry entry : old) {
                if (entry != null) {
                    insert(entry);
                }
            }
        }
        insert(added);
    }

    private void insert(Entry entry) {
        int place = place(entry.activity(), entry.thread(), entry.agent(), entry.queue());
        while (entries[place] != null) {
            place = (place + 1) & (entries.length - 1);
        }
        entries[place] = entry;
    }

    void close() throws IOException {
        for (Entry entry : entries) {
            if (entry != null) {
                entry.track().close();
            }
        }
    }
}
