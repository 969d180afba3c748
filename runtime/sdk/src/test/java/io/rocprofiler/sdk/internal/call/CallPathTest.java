package io.rocprofiler.sdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.plan.CallbackService;
import io.rocprofiler.sdk.internal.plan.Nobody;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.SlotHook;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.SharedMemory;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The steps of a traced call (`docs/traced-calls.md`) in the Java half; `TwinPathsTest` compares it with the
/// C half.
final class CallPathTest {
    private static final long FIRST = 1;
    private static final long SECOND = 2;
    private static final long BOTH = FIRST | SECOND;
    private static final int PAYLOAD_BYTES = 32; // its size, two arguments, the result
    private static final int RESULT = 24;
    private static final int THREAD_ID = 4711;

    private final SharedMemory memory = new SharedMemory();
    private final long[] frames = memory.frames(NativeConstants.OPEN_FRAMES + 2);
    private final long thread = memory.thread(THREAD_ID, frames[frames.length - 1], frames[0] + NativeFrame.SIZEOF);
    private final SeenCalls first = new SeenCalls();
    private final SeenCalls second = new SeenCalls();

    @AfterEach
    void close() {
        memory.close();
    }

    @Test
    void each_listener_gets_both_phases_with_its_own_word() {
        SlotPlan plan = plan(8);
        enter(plan, BOTH, frames[0], 11, 12);
        exit(plan, frames[0], 99);
        assertThat(first.all())
                .containsExactly(
                        new SeenCalls.Seen(CallbackPhase.ENTER, 1, 0, THREAD_ID, 0, List.of(11L, 12L, 0L)),
                        new SeenCalls.Seen(CallbackPhase.EXIT, 1, 0, THREAD_ID, 1, List.of(11L, 12L, 99L)))
                .isEqualTo(second.all());
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0xFE", "2, 0xBAFE", "4, 0x5678BAFE", "8, 0x12345678BAFE"})
    void a_result_has_as_many_bytes_as_its_type(int bytes, String expected) {
        SlotPlan plan = plan(bytes);
        enter(plan, FIRST, frames[0], 11, 12);
        exit(plan, frames[0], 0x1234_5678_BAFEL);
        assertThat(first.all().getLast().payload()).containsExactly(11L, 12L, Long.decode(expected));
    }

    @Test
    void a_struct_that_is_returned_in_memory_is_copied_from_there() {
        long struct = memory.allocate(16);
        Memory.putLong(struct, 5);
        Memory.putLong(struct + 8, 6);
        SlotPlan plan = plan(16);
        enter(plan, FIRST, frames[0], 11, 12);
        exit(plan, frames[0], struct);
        assertThat(first.all().getLast().payload()).containsExactly(11L, 12L, 5L, 6L);
    }

    @Test
    void whoever_stops_meanwhile_hears_the_end_and_whoever_starts_does_not() {
        SlotPlan plan = plan(8);
        enter(plan, FIRST, frames[0], 1, 2);
        exit(plan, frames[0], 0); // the slot's word is not read again
        assertThat(first.all()).hasSize(2);
        assertThat(second.all()).isEmpty();
    }

    @Test
    void a_call_whose_tools_are_closed_is_counted_unless_another_tool_hears_of_it() {
        assertThat(CallPath.enter(plan(8), SlotPlan.COUNTED, frame(frames[0]))).isZero();
        assertThat(counter(NativeThread.PASSED_THROUGH)).isEqualTo(1);
        assertThat(depth()).isZero();
        SlotPlan plan = plan(8);
        enter(plan, SlotPlan.COUNTED | FIRST, frames[0], 1, 2);
        exit(plan, frames[0], 0);
        assertThat(first.all()).hasSize(2);
        assertThat(counter(NativeThread.PASSED_THROUGH)).isEqualTo(1);
    }

    @Test
    void hooks_that_have_to_see_each_call_see_those_that_are_counted() {
        List<String> order = new ArrayList<>();
        SlotPlan plan = plan(8, new Noting("outer", order), null);
        enter(plan, SlotPlan.COUNTED | SlotPlan.AWAKE, frames[0], 0, 0);
        exit(plan, frames[0], 0);
        assertThat(order).hasSize(2);
        assertThat(CallPath.enter(plan, SlotPlan.COUNTED, frame(frames[0]))).isZero();
        assertThat(order).hasSize(2);
        assertThat(counter(NativeThread.PASSED_THROUGH)).isEqualTo(2);
    }

    @Test
    void a_call_within_a_call_has_it_as_its_ancestor() {
        SlotPlan plan = plan(8);
        enter(plan, FIRST, frames[0], 0, 0);
        enter(plan, FIRST, frames[1], 0, 0);
        exit(plan, frames[1], 0);
        enter(plan, FIRST, frames[1], 0, 0);
        exit(plan, frames[1], 0);
        exit(plan, frames[0], 0);
        assertThat(first.all().stream().map(seen -> seen.id() + " in " + seen.ancestor()))
                .containsExactly("1 in 0", "2 in 1", "2 in 1", "3 in 1", "3 in 1", "1 in 0");
        assertThat(depth()).isZero();
    }

    @Test
    void a_call_that_was_left_is_no_ancestor_of_the_next_one_at_its_place() {
        SlotPlan plan = plan(8);
        enter(plan, FIRST, frames[0], 0, 0);
        enter(plan, FIRST, frames[1], 0, 0);
        enter(plan, FIRST, frames[2], 0, 0);
        enter(plan, FIRST, frames[1], 0, 0); // frames 2 and 3 were left
        exit(plan, frames[1], 0);
        exit(plan, frames[0], 0);
        assertThat(first.ids(CallbackPhase.EXIT)).containsExactly(4L, 1L);
        assertThat(first.all().get(3).ancestor()).isEqualTo(1);
        assertThat(counter(NativeThread.ABANDONED)).isEqualTo(2);
        assertThat(depth()).isZero();
    }

    @Test
    void a_call_that_returns_closes_those_that_were_left_within_it() {
        SlotPlan plan = plan(8);
        enter(plan, FIRST, frames[0], 0, 0);
        enter(plan, FIRST, frames[1], 0, 0);
        exit(plan, frames[0], 0);
        assertThat(counter(NativeThread.ABANDONED)).isEqualTo(1);
        assertThat(depth()).isZero();
    }

    /// The frames of coroutines are outside of the thread's own stack.
    @Test
    void a_call_of_a_coroutine_leaves_the_threads_own_calls_open() {
        SlotPlan plan = plan(8);
        long[] elsewhere = memory.frames(1);
        enter(plan, FIRST, frames[0], 0, 0);
        enter(plan, FIRST, elsewhere[0], 0, 0);
        assertThat(depth()).isEqualTo(2);
        exit(plan, elsewhere[0], 0);
        exit(plan, frames[0], 0);
        assertThat(first.ids(CallbackPhase.EXIT)).containsExactly(2L, 1L);
        assertThat(counter(NativeThread.ABANDONED)).isZero();
    }

    @Test
    void more_calls_within_each_other_than_have_room_are_counted() {
        SlotPlan plan = plan(8);
        for (int i = 0; i < NativeConstants.OPEN_FRAMES; i++)
            assertThat(enter(plan, FIRST, frames[i], 0, 0)).isEqualTo(1);
        assertThat(enter(plan, FIRST, frames[NativeConstants.OPEN_FRAMES], 0, 0))
                .isZero();
        for (int i = NativeConstants.OPEN_FRAMES - 1; i >= 0; i--) exit(plan, frames[i], 0);
        assertThat(first.ids(CallbackPhase.EXIT))
                .hasSize(NativeConstants.OPEN_FRAMES)
                .startsWith(64L)
                .endsWith(1L);
        assertThat(counter(NativeThread.PASSED_THROUGH)).isEqualTo(1);
        assertThat(depth()).isZero();
    }

    @Test
    void the_outer_hook_encloses_the_call_and_the_inner_one_lies_within() {
        List<String> order = new ArrayList<>();
        SlotPlan plan = plan(8, new Noting("outer", order), new Noting("inner", order));
        first.all().clear();
        enter(plan, FIRST, frames[0], 0, 0);
        exit(plan, frames[0], 0);
        assertThat(order)
                .containsExactly("outer in, 0 seen", "inner in, 1 seen", "inner out 7, 1 seen", "outer out 7, 2 seen");
    }

    @Test
    void hooks_of_a_slot_that_nobody_listens_to_run_without_a_call() {
        List<String> order = new ArrayList<>();
        SlotPlan plan = plan(8, new Noting("outer", order), null);
        enter(plan, SlotPlan.AWAKE, frames[0], 0, 0);
        exit(plan, frames[0], 0);
        assertThat(order).containsExactly("outer in, 0 seen", "outer out 7, 0 seen");
        assertThat(depth()).isZero();
    }

    private final class Noting implements SlotHook {
        private final String name;
        private final List<String> order;

        Noting(String name, List<String> order) {
            this.name = name;
            this.order = order;
        }

        @Override
        public long enter(long ofThread, long frame) {
            order.add(name + " in, " + first.all().size() + " seen");
            return 7;
        }

        @Override
        public void exit(long ticket, long ofThread, long frame) {
            order.add(name + " out " + ticket + ", " + first.all().size() + " seen");
        }

        @Override
        public boolean wants(TracingContext context) {
            return false;
        }
    }

    private SlotPlan plan(int resultBytes) {
        return plan(resultBytes, null, null);
    }

    private SlotPlan plan(int resultBytes, @Nullable SlotHook outer, @Nullable SlotHook inner) {
        List<SlotEntry> entries = List.of(entry(0, first), entry(1, second));
        long[] moves = {move(0, 8), move(1, 16)};
        int size = resultBytes > 8 ? RESULT + resultBytes : PAYLOAD_BYTES;
        SlotPlan.Signature signature = new SlotPlan.Signature(moves, size, RESULT, resultBytes);
        return new SlotPlan(entries, signature, outer, inner, memory.correlation(), false);
    }

    /// Returns the move of an argument from an integer register to the payload, whose arguments begin after
    /// the size.
    private static long move(int register, int to) {
        return (NativeFrame.INT_REGS + 8L * register) | (long) (to - Long.BYTES) << 16 | 8L << 32;
    }

    private static SlotEntry entry(int context, SeenCalls seen) {
        CallbackService service = new CallbackService(CallbackTracingKind.HIP_RUNTIME_API, new BitSet(), 0, 0, seen);
        return SlotEntry.callback(Nobody.context(context), service, 3);
    }

    private long frame(long frame) {
        Memory.zero(frame, NativeFrame.SIZEOF);
        Memory.putLong(frame + NativeFrame.THREAD, thread);
        return frame;
    }

    private long enter(SlotPlan plan, long active, long frame, long a0, long a1) {
        frame(frame);
        Memory.putLong(frame + NativeFrame.INT_REGS, a0);
        Memory.putLong(frame + NativeFrame.INT_REGS + 8, a1);
        return CallPath.enter(plan, active, frame);
    }

    private static void exit(SlotPlan plan, long frame, long result) {
        Memory.putLong(frame + NativeFrame.RET_RAX, result);
        CallPath.exit(plan, frame);
    }

    private int depth() {
        return Memory.getInt(thread + NativeThread.DEPTH);
    }

    private long counter(int field) {
        return Memory.getLong(thread + field);
    }
}
