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

/// The events of calls that return, and of calls that were left.
final class OpenEventsTest {
    private final Arena arena = Arena.ofConfined();
    private final long thread = arena.allocate(NativeThread.SIZEOF, 64).address();
    private final EventSlot slot;

    OpenEventsTest() {
        long active = arena.allocate(Long.BYTES, Long.BYTES).address();
        Memory.putLong(active, 1);
        Memory.putLong(thread + NativeThread.TID, 100);
        SlotPlan.Signature none = new SlotPlan.Signature(new long[0], 0, 0, 0);
        slot = new EventSlot(new SlotPlan(List.of(), none, null, null, false), active);
    }

    @AfterEach
    void free() {
        arena.close();
    }

    @Test
    void a_call_that_returns_finds_its_event_and_the_enclosing_one() {
        long outer = enter(900);
        long inner = enter(800);
        assertThat(returned(inner)).isTrue();
        assertThat(returned(outer)).isTrue();
        assertThat(open()).isZero();
    }

    @Test
    void what_a_call_left_is_used_again_at_the_next_one() {
        long left = enter(800);
        long next = enter(800);
        assertThat((int) next).as("number").isEqualTo((int) left);
        assertThat(next).isNotEqualTo(left);
        assertThat(returned(next)).isTrue();
    }

    @Test
    void calls_that_were_left_inside_one_that_returns_are_closed_with_it() {
        long outer = enter(900);
        long inner = enter(800);
        long innermost = enter(700);
        assertThat(returned(outer)).isTrue();
        assertThat(open()).isZero();
        assertThat(Event.of(inner)).isNull();
        assertThat(Event.of(innermost)).isNull();
    }

    /// The call ran on another stack.
    @Test
    void a_call_that_was_taken_for_left_finds_no_event_of_another() {
        long wrong = enter(800);
        long other = enter(900);
        assertThat(returned(wrong)).isFalse();
        assertThat(returned(other)).isTrue();
    }

    @Test
    void what_an_ended_thread_left_is_no_longer_open_for_the_next_one_with_its_block() {
        long left = enter(900);
        Memory.putLong(thread + NativeThread.TID, 101);
        long next = enter(800);
        assertThat(Event.of(left)).isNull();
        assertThat(returned(next)).isTrue();
        assertThat(open()).isZero();
    }

    private long enter(long frame) {
        OpenEvents.forgetLeft(thread, frame);
        Event event = Objects.requireNonNull(Event.begin(slot, thread));
        OpenEvents.push(event, thread, frame);
        return event.ticket();
    }

    private boolean returned(long ticket) {
        Event event = Event.of(ticket);
        if (event == null) return false;
        OpenEvents.pop(event, thread);
        event.release();
        return true;
    }

    private int open() {
        return Memory.getInt(thread + NativeThread.HOOKED_EVENT);
    }
}
