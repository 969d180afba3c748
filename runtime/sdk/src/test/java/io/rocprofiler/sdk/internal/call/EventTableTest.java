package io.rocprofiler.sdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Events are found by their keys, regardless of their number.
final class EventTableTest {
    private final Arena arena = Arena.ofConfined();
    private final long thread = arena.allocate(NativeThread.SIZEOF, 64).address();
    private final EventSlot slot;
    private final EventTable table = new EventTable();

    EventTableTest() {
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
    void every_event_is_taken_out_once_in_any_order() {
        for (long key = 1; key <= 1000; key++) table.put(event(key));
        for (long key = 1; key <= 1000; key += 2) assertThat(taken(key)).isEqualTo(key);
        for (long key = 1000; key > 0; key -= 2) assertThat(taken(key)).isEqualTo(key);
        for (long key = 0; key <= 1001; key++) assertThat(table.remove(key)).isNull();
    }

    @Test
    void events_that_share_a_place_are_told_apart() {
        for (long key = 5; key < 5 + 3 * 64; key += 64) table.put(event(key));
        assertThat(taken(5 + 64)).isEqualTo(5 + 64);
        assertThat(table.remove(5 + 64)).isNull();
        assertThat(taken(5)).isEqualTo(5);
        assertThat(taken(5 + 2 * 64)).isEqualTo(5 + 2 * 64);
    }

    @Test
    void what_is_taken_out_is_in_no_list() {
        table.put(event(7));
        table.put(event(7 + 64));
        assertThat(Objects.requireNonNull(table.remove(7 + 64)).next).isNull();
    }

    @Test
    void nothing_is_left_when_it_was_cleared() {
        for (long key = 1; key <= 100; key++) table.put(event(key));
        table.clear();
        for (long key = 1; key <= 100; key++) assertThat(table.remove(key)).isNull();
    }

    private Event event(long key) {
        Event event = Objects.requireNonNull(Event.begin(slot, thread));
        event.key = key;
        return event;
    }

    private long taken(long key) {
        Event event = Objects.requireNonNull(table.remove(key));
        long found = event.key;
        event.release();
        return found;
    }
}
