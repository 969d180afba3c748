package io.rocprofiler.sdk.internal.call;

import org.jspecify.annotations.Nullable;

/// Open events by their keys. Events in the same bucket form a list through [Event#next], so that only growth of
/// the table allocates.
///
/// Thread rule: one thread at a time, ensured by the owner. An event is in at most one table or other list.
public final class EventTable {
    private static final int LEAST_PLACES = 64;

    private @Nullable Event[] places = new @Nullable Event[LEAST_PLACES];
    private int count;

    /// Adds an event under its key. If several have the same key, the latest is found.
    public void put(Event event) {
        if (count == places.length) grow();
        add(places, event);
        count++;
    }

    /// Removes and returns the event with this key, or null if absent.
    @Nullable
    public Event remove(long key) {
        int place = place(places, key);
        Event before = null;
        for (Event event = places[place]; event != null; before = event, event = event.next) {
            if (event.key != key) continue;
            if (before == null) places[place] = event.next;
            else before.next = event.next;
            event.next = null;
            count--;
            return event;
        }
        return null;
    }

    /// Removes all events.
    public void clear() {
        places = new @Nullable Event[LEAST_PLACES];
        count = 0;
    }

    private void grow() {
        @Nullable Event[] more = new @Nullable Event[2 * places.length];
        for (Event first : places) {
            Event event = first;
            while (event != null) {
                Event next = event.next;
                add(more, event);
                event = next;
            }
        }
        places = more;
    }

    private static void add(@Nullable Event[] places, Event event) {
        int place = place(places, event.key);
        event.next = places[place];
        places[place] = event;
    }

    /// Keys count up; the number of buckets is a power of two.
    private static int place(@Nullable Event[] places, long key) {
        return (int) key & (places.length - 1);
    }
}
