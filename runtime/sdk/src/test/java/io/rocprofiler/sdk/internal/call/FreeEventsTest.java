package io.rocprofiler.sdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Events are reused, and one is never in use twice.
final class FreeEventsTest {
    private static final int THREADS = 8;
    private static final int ROUNDS = 100_000;

    private final Arena arena = Arena.ofShared();
    private final EventSlot slot;

    FreeEventsTest() {
        long active = arena.allocate(Long.BYTES, Long.BYTES).address();
        Memory.putLong(active, 1);
        SlotPlan.Signature none = new SlotPlan.Signature(new long[0], 0, 0, 0);
        slot = new EventSlot(new SlotPlan(List.of(), none, null, null, false), active);
    }

    @AfterEach
    void free() {
        arena.close();
    }

    @Test
    void the_event_that_was_released_last_is_the_next_one() {
        long thread = arena.allocate(NativeThread.SIZEOF, 64).address();
        Event first = begin(thread);
        Event second = begin(thread);
        first.release();
        second.release();
        assertThat(begin(thread)).isSameAs(second);
        assertThat(begin(thread)).isSameAs(first);
        first.release();
        second.release();
    }

    /// Blocks as far apart as lists are many have the same list.
    @Test
    void threads_of_one_list_never_have_the_same_event() throws Exception {
        long blocks = arena.allocate(NativeThread.SIZEOF * FreeEvents.LISTS * THREADS, 64)
                .address();
        Set<Event> inUse = ConcurrentHashMap.newKeySet();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                long thread = blocks + (long) NativeThread.SIZEOF * FreeEvents.LISTS * i;
                ends.add(threads.submit(() -> useEvents(thread, inUse)));
            }
            for (Future<?> end : ends) end.get();
        }
        assertThat(inUse).isEmpty();
    }

    private void useEvents(long thread, Set<Event> inUse) {
        for (int round = 0; round < ROUNDS; round++) {
            List<Event> mine = new ArrayList<>();
            for (int i = 0; i <= round % 3; i++) {
                Event event = begin(thread);
                assertThat(inUse.add(event)).isTrue();
                mine.add(event);
            }
            for (Event event : mine) {
                assertThat(inUse.remove(event)).isTrue();
                event.release();
            }
        }
    }

    private Event begin(long thread) {
        return Objects.requireNonNull(Event.begin(slot, thread));
    }
}
