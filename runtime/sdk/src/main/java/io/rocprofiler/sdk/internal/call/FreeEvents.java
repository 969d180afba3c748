package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import org.jspecify.annotations.Nullable;

/// Released events in several lists, each for some of the threads: an event goes back to the list that it came from.
///
/// The heads are in native memory, two cache lines apart. They exchange one word, so that no thread waits for another:
///
/// ```
/// head: | number of the first event, or 0 (32) | changes (32) |
/// ```
/// The count of changes tells a list with the same first event but another second one from the list before.
///
/// Thread rule: any thread.
final class FreeEvents {
    /// A power of two.
    static final int LISTS = 64;

    private static final int STRIDE = 128;

    private static final long HEADS =
            Arena.global().allocate((long) LISTS * STRIDE, STRIDE).address();

    private FreeEvents() {}

    /// Returns an event of a list, or null if it has none.
    static @Nullable Event take(int list) {
        long address = HEADS + (long) list * STRIDE;
        long head = Memory.getLongVolatile(address);
        while (first(head) != 0) {
            Event event = Event.at(first(head));
            long found = Memory.compareAndExchangeLong(address, head, changed(head, event.nextFree));
            if (found == head) return event;
            head = found;
        }
        return null;
    }

    static void give(int list, Event event) {
        long address = HEADS + (long) list * STRIDE;
        long head = Memory.getLongVolatile(address);
        while (true) {
            event.nextFree = first(head);
            long found = Memory.compareAndExchangeLong(address, head, changed(head, event.number));
            if (found == head) return;
            head = found;
        }
    }

    private static int first(long head) {
        return (int) (head >>> Integer.SIZE);
    }

    private static long changed(long head, int first) {
        return (long) first << Integer.SIZE | (head + 1 & 0xFFFF_FFFFL);
    }
}
