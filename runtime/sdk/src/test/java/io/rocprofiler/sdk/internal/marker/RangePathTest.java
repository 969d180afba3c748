package io.rocprofiler.sdk.internal.marker;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.MarkerCoreApiId;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeSlot;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.call.Correlation;
import io.rocprofiler.sdk.internal.call.SeenCalls;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.Nobody;
import io.rocprofiler.sdk.internal.plan.SlotHook;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.plan.Slots;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.SharedMemory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The end of a range, independent of the program's calls in between.
final class RangePathTest {
    private static final int PUSH = 0;
    private static final int POP = 1;
    private static final int START = 2;
    private static final int STOP = 3;
    private static final int[] OPERATIONS = {
        MarkerCoreApiId.roctxRangePushA,
        MarkerCoreApiId.roctxRangePop,
        MarkerCoreApiId.roctxRangeStartA,
        MarkerCoreApiId.roctxRangeStop
    };

    private final SharedMemory memory = new SharedMemory();
    private final long[] frames = memory.frames(2);
    private final long thread = memory.thread(1, frames[1], frames[0] + NativeFrame.SIZEOF);
    private final long other = memory.thread(2, 0, 0);
    private final SeenCalls seen = new SeenCalls();
    private final Slots slots = new Slots();
    private final TracingContext context = Nobody.context(0);
    private final RangePath ranges = new RangePath(new EventSlots(slots));
    private final SlotHook[] hooks = new SlotHook[OPERATIONS.length];

    @BeforeEach
    void hook() {
        context.addCallbacks(CallbackTracingKind.MARKER_CORE_RANGE_API, new int[0], 0, 0, seen);
        slots.freeze(List.of(context));
        assertThat(ranges.hooks(ApiTables.ROCTX_CORE)).isTrue();
        for (int i = 0; i < OPERATIONS.length; i++) {
            hooks[i] = Objects.requireNonNull(ranges.outerHook(ApiTables.ROCTX_CORE, OPERATIONS[i]));
            hooks[i].addedTo(memory.slot(i));
        }
        context.active(true);
        slots.activate(context);
    }

    @AfterEach
    void close() {
        memory.close();
    }

    @Test
    void a_pop_ends_the_range_whose_push_returned_its_level() {
        push(0);
        push(1);
        pop(1);
        pop(0);
        assertThat(seen.ids(CallbackPhase.ENTER)).containsExactly(1L, 2L);
        assertThat(seen.ids(CallbackPhase.EXIT)).containsExactly(2L, 1L);
        assertThat(seen.all().get(1).ancestor()).isEqualTo(1);
    }

    @Test
    void a_pop_of_a_range_that_nobody_saw_ends_nothing() {
        push(3);
        pop(4); // pushed before tracing began, for example
        pop(-1); // an error of the program
        assertThat(seen.ids(CallbackPhase.EXIT)).isEmpty();
        pop(3);
        assertThat(seen.ids(CallbackPhase.EXIT)).containsExactly(1L);
    }

    @Test
    void another_threads_pop_of_the_same_level_ends_nothing() {
        push(0);
        call(POP, other, 0, 0);
        assertThat(seen.ids(CallbackPhase.EXIT)).isEmpty();
        pop(0);
        assertThat(seen.ids(CallbackPhase.EXIT)).containsExactly(1L);
    }

    @Test
    void any_thread_may_stop_what_was_started() {
        call(START, thread, 0, 500);
        call(START, thread, 0, 501);
        call(STOP, other, 501, 0);
        call(STOP, other, 501, 0);
        call(STOP, other, 999, 0);
        assertThat(seen.ids(CallbackPhase.EXIT)).containsExactly(2L);
        call(STOP, thread, 500, 0);
        assertThat(seen.ids(CallbackPhase.EXIT)).containsExactly(2L, 1L);
    }

    @Test
    void a_started_range_that_outlives_a_pushed_one_does_not_end_it() {
        push(0);
        call(START, thread, 0, 500);
        pop(0);
        assertThat(Correlation.top(thread)).isEqualTo(2);
        call(STOP, thread, 500, 0);
        assertThat(seen.ids(CallbackPhase.EXIT)).containsExactly(1L, 2L);
        assertThat(Correlation.top(thread)).isZero();
    }

    @Test
    void each_of_many_started_ranges_ends_once_in_any_order_and_pushed_ones_among_them() {
        List<Long> keys = new ArrayList<>();
        for (long key = 1; key <= 1000; key++) {
            call(START, thread, 0, key);
            if (key % 100 == 0) push(key / 100 - 1);
            keys.add(key);
        }
        Collections.shuffle(keys, new Random(7));
        for (int i = 0; i < keys.size(); i++) {
            call(STOP, i % 2 == 0 ? thread : other, keys.get(i), 0);
            if (i % 100 == 50) pop(9 - i / 100);
        }
        assertThat(seen.ids(CallbackPhase.EXIT)).hasSize(1010).doesNotHaveDuplicates();
        assertThat(Correlation.top(thread)).isZero();
    }

    @Test
    void a_range_is_ended_after_its_listener_has_stopped() {
        push(0);
        slots.deactivate(context);
        assertThat(active(POP)).as("awake for the end").isEqualTo(SlotPlan.AWAKE);
        push(1);
        pop(1);
        pop(0);
        assertThat(seen.ids(CallbackPhase.ENTER)).containsExactly(1L);
        assertThat(seen.ids(CallbackPhase.EXIT)).containsExactly(1L);
        assertThat(active(POP)).as("asleep again").isZero();
    }

    @Test
    void what_an_ended_thread_left_open_is_not_popped_by_the_next_one_with_its_block() {
        push(0);
        Memory.putLong(thread + NativeThread.TID, 7);
        pop(0);
        assertThat(seen.ids(CallbackPhase.EXIT)).isEmpty();
    }

    private void push(long level) {
        call(PUSH, thread, 0, level);
    }

    private void pop(long level) {
        call(POP, thread, 0, level);
    }

    private void call(int which, long caller, long argument, long result) {
        long frame = memory.frames(1)[0];
        Memory.putLong(frame + NativeFrame.THREAD, caller);
        Memory.putLong(frame + NativeFrame.INT_REGS, argument);
        long ticket = hooks[which].enter(caller, frame);
        Memory.putLong(frame + NativeFrame.RET_RAX, result);
        hooks[which].exit(ticket, caller, frame);
    }

    private long active(int slot) {
        return Memory.getLong(memory.slot(slot) + NativeSlot.ACTIVE);
    }
}
