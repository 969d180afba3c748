package io.rocprofiler.sdk.internal.kfd;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds the beginning that belongs to an end.
///
/// If several equal beginnings are open, an end belongs to the latest: they are nested, or the end of the earlier
/// one was dropped.
///
/// Thread rule: one thread.
final class KfdPairs {
    /// The limit of open beginnings. The oldest is removed first: the driver drops events that are not read in
    /// time, so a beginning may never end.
    private static final int MOST_OPEN = 16_384;

    private static final int MOST_NESTED = 16;

    private final Map<Key, Start> open = new Open();

    /// Stores a beginning.
    ///
    /// @param event of any type that has an end
    void begin(KfdEvent event) {
        Key key = Key.of(event);
        open.put(key, new Start(event, open.get(key)));
    }

    /// Removes and returns the beginning that `event` ends, or null if it was not seen.
    @Nullable
    Start end(KfdEvent event) {
        Key key = Key.of(event);
        Start start = open.get(key);
        if (start == null) return null;
        if (start.outer == null) open.remove(key);
        else open.put(key, start.outer);
        return start;
    }

    /// The fields of a beginning that its end does not repeat.
    static final class Start {
        final long timestampNanos;
        final int trigger;
        final char letter;
        final int prefetchGpu;
        final int preferredGpu;
        final @Nullable Start outer;
        private final int depth;

        Start(KfdEvent event, @Nullable Start outer) {
            timestampNanos = event.timestampNanos;
            trigger = event.trigger;
            letter = event.letter;
            prefetchGpu = event.prefetchGpu;
            preferredGpu = event.preferredGpu;
            this.outer = outer == null || outer.depth == MOST_NESTED ? null : outer;
            depth = this.outer == null ? 1 : this.outer.depth + 1;
        }
    }

    /// The fields that a beginning and its end have in common.
    private record Key(Subject subject, int pid, long firstPage, long pages, int gpu, int toGpu) {
        static Key of(KfdEvent event) {
            Subject subject = switch (event.type) {
                case MIGRATE_START, MIGRATE_END -> Subject.MIGRATION;
                case PAGE_FAULT_START, PAGE_FAULT_END -> Subject.FAULT;
                default -> Subject.QUEUE;
            };
            return new Key(subject, event.pid, event.firstPage, event.pages, event.gpu, event.toGpu);
        }
    }

    private enum Subject {
        MIGRATION,
        FAULT,
        QUEUE
    }

    private static final class Open extends LinkedHashMap<Key, Start> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Start> eldest) {
            return size() > MOST_OPEN;
        }
    }
}
