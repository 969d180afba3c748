package io.rocprofiler.sdk.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Index.atIndex;

import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeSlot;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.SharedMemory;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Which functions get slots, and when the bits of which contexts are set in them.
final class SlotsTest {
    private static final int THUNK_BYTES = 32;
    private static final long C_FUNCTION = 0x2000;
    private static final int FUNCTIONS = 100;

    private final SharedMemory memory = new SharedMemory();
    private final Slots slots = new Slots();
    private final TracingContext one = Nobody.context(0);
    private final TracingContext other = Nobody.context(1);

    @AfterEach
    void close() {
        memory.close();
    }

    @Test
    void a_function_with_a_plan_is_replaced_by_a_thunk_that_knows_it() {
        long[] functions = {0x100, 0x200, 0x300};
        int[] taken = {Slots.NONE, Slots.NONE, Slots.NONE};
        assertThat(slots.wrap(functions, plans(plan(one), null, plan(one)), ApiTables.HIP_RUNTIME, 2, taken))
                .isTrue();
        assertThat(taken).containsExactly(0, Slots.NONE, 1);
        assertThat(functions).containsExactly(SharedMemory.THUNKS, 0x200, SharedMemory.THUNKS + THUNK_BYTES);
        assertThat(word(0, NativeSlot.TARGET)).isEqualTo(0x100);
        assertThat(word(1, NativeSlot.TARGET)).isEqualTo(0x300);
        assertThat(Memory.getInt(memory.slot(1) + NativeSlot.INSTANCE)).isEqualTo(2);
        assertThat(Memory.getInt(memory.slot(1) + NativeSlot.INDEX)).isEqualTo(1);
    }

    @Test
    void a_context_has_its_own_bits_in_every_slot() {
        wrap(plan(one, other), plan(other));
        slots.activate(other);
        assertThat(active(0)).isEqualTo(0b10);
        assertThat(active(1)).isEqualTo(0b1);
        slots.activate(one);
        assertThat(active(0)).isEqualTo(0b11);
        slots.deactivate(other);
        assertThat(active(0)).isEqualTo(0b1);
        assertThat(active(1)).isZero();
    }

    @Test
    void a_runtime_that_comes_later_finds_the_contexts_that_run() {
        other.active(true);
        wrap(plan(one, other));
        assertThat(active(0)).isEqualTo(0b10);
    }

    @Test
    void a_retired_context_has_no_bits_where_nothing_outlives_the_engine() {
        wrap(plan(one));
        slots.activate(one);
        slots.retire(one);
        assertThat(active(0)).isZero();
    }

    @Test
    void calls_that_nobody_hears_of_any_more_keep_their_slot_awake() {
        wrap(plan(one));
        slots.count(one);
        assertThat(active(0)).isEqualTo(SlotPlan.COUNTED);
        slots.deactivate(one);
        assertThat(active(0)).isEqualTo(SlotPlan.COUNTED);
    }

    @Test
    void a_slot_gets_more_entries_behind_its_own() {
        SlotPlan before = plan(one);
        wrap(before);
        slots.activate(one);
        SlotPlan wider = plan(one, other);
        slots.widen(0, wider);
        assertThat(slots.plan(0)).isSameAs(wider);
        assertThat(word(0, NativeSlot.PLAN)).isEqualTo(wider.nativePlan()).isNotEqualTo(before.nativePlan());
        assertThat(active(0)).isEqualTo(0b1);
        slots.activate(other);
        assertThat(active(0)).isEqualTo(0b11);
        slots.deactivate(one);
        assertThat(active(0)).isEqualTo(0b10);
    }

    @Test
    void a_further_context_that_runs_is_active_at_once() {
        wrap(plan(one));
        other.active(true);
        slots.widen(0, plan(one, other));
        assertThat(active(0)).isEqualTo(0b10);
    }

    @Test
    void a_slot_calls_another_function_below() {
        wrap(plan(one));
        slots.redirect(0, 0x700);
        assertThat(slots.target(0)).isEqualTo(0x700);
    }

    @Test
    void what_finds_no_slot_stays_the_runtimes_own() {
        SlotPlan plan = plan(one);
        int left = NativeConstants.SLOT_COUNT;
        for (; left >= FUNCTIONS; left -= FUNCTIONS) {
            SlotPlan[] plans = new SlotPlan[FUNCTIONS];
            Arrays.fill(plans, plan);
            wrap(plans);
        }
        long[] functions = new long[FUNCTIONS];
        SlotPlan[] plans = new SlotPlan[FUNCTIONS];
        Arrays.fill(functions, 0x100);
        Arrays.fill(plans, plan);
        assertThat(slots.wrap(functions, plans, ApiTables.HIP_RUNTIME, 0, new int[FUNCTIONS]))
                .isFalse();
        long last = SharedMemory.THUNKS + (NativeConstants.SLOT_COUNT - 1L) * THUNK_BYTES;
        assertThat(functions).contains(last, atIndex(left - 1)).contains(0x100, atIndex(left));
        assertThat(plans).contains(plan, atIndex(left - 1)).containsNull();
        assertThat(plans[left]).isNull();
    }

    private void wrap(SlotPlan... plans) {
        assertThat(slots.wrap(new long[plans.length], plans, ApiTables.HIP_RUNTIME, 0, new int[plans.length]))
                .isTrue();
    }

    private static @Nullable SlotPlan[] plans(@Nullable SlotPlan... plans) {
        return plans;
    }

    private SlotPlan plan(TracingContext... contexts) {
        CallbackService service =
                new CallbackService(CallbackTracingKind.HIP_RUNTIME_API, new BitSet(), C_FUNCTION, 0, null);
        List<SlotEntry> entries = Arrays.stream(contexts)
                .map(context -> SlotEntry.callback(context, service, 3))
                .toList();
        SlotPlan.Signature none = new SlotPlan.Signature(new long[0], 8, 0, 0);
        return new SlotPlan(entries, none, null, null, false);
    }

    private long active(int slot) {
        return word(slot, NativeSlot.ACTIVE);
    }

    private long word(int slot, int field) {
        return Memory.getLong(memory.slot(slot) + field);
    }
}
