package io.rocprofiler.sdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.SharedMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The innermost of a thread's open calls and ranges.
final class CorrelationTest {
    private static final int OPEN_BYTES = 16;

    private final SharedMemory memory = new SharedMemory();
    private final long thread = memory.thread(1, 0, 0);
    private final ThreadState state = ThreadState.of(thread);

    @AfterEach
    void close() {
        memory.close();
    }

    @Test
    void ids_count_from_one() {
        assertThat(Correlation.next(thread)).isEqualTo(1);
        assertThat(Correlation.next(thread)).isEqualTo(2);
        assertThat(Correlation.latest(thread)).isEqualTo(2);
    }

    @Test
    void a_thread_without_anything_open_has_no_innermost_id() {
        assertThat(Correlation.top(thread)).isZero();
        assertThat(Correlation.ancestorOfTop(thread)).isZero();
    }

    @Test
    void the_later_one_of_a_call_and_a_range_is_the_innermost() {
        open(call(), 0);
        assertThat(Correlation.top(thread)).isEqualTo(1);
        long range = range();
        assertThat(Correlation.top(thread)).isEqualTo(range);
        long inner = call();
        open(inner, range);
        assertThat(Correlation.top(thread)).isEqualTo(inner);
        assertThat(Correlation.ancestorOfTop(thread)).isEqualTo(range);
    }

    @Test
    void an_enclosing_range_that_ends_first_leaves_the_inner_one() {
        long outer = range();
        long inner = range();
        state.leave(outer);
        assertThat(Correlation.top(thread)).isEqualTo(inner);
        state.leave(inner);
        assertThat(Correlation.top(thread)).isZero();
    }

    @Test
    void a_range_that_ends_gives_way_to_what_encloses_it() {
        long outer = range();
        long inner = range();
        state.leave(inner);
        assertThat(Correlation.top(thread)).isEqualTo(outer);
    }

    @Test
    void the_innermost_of_many_ranges_that_end_in_any_order_is_the_latest_left() {
        Random random = new Random(5);
        List<Long> open = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            boolean begins = open.isEmpty() || random.nextInt(step < 10_000 ? 3 : 5) > 1;
            if (begins && step < 15_000) open.add(range());
            else if (!open.isEmpty()) state.leave(open.remove(random.nextInt(open.size())));
            assertThat(Correlation.top(thread)).isEqualTo(open.isEmpty() ? 0 : open.getLast());
        }
        state.leave(-1); // never entered
        assertThat(Correlation.top(thread)).isEqualTo(open.isEmpty() ? 0 : open.getLast());
    }

    @Test
    void the_ancestor_of_a_range_is_not_told() {
        open(call(), 0);
        range();
        assertThat(Correlation.ancestorOfTop(thread)).isZero();
    }

    @Test
    void a_frame_that_belongs_to_something_else_by_now_has_no_ancestor() {
        long frame = open(call(), 77);
        Memory.putLong(frame + NativeFrame.INTERNAL_ID, 500);
        assertThat(Correlation.ancestorOfTop(thread)).isZero();
    }

    @Test
    void the_next_thread_with_the_block_is_inside_of_nothing() {
        long left = range();
        Memory.putLong(thread + NativeThread.TID, 2);
        Memory.putLong(thread + NativeThread.SCOPE_TOP_ID, 0); // C clears the block of a thread that ends
        assertThat(ThreadState.of(thread)).isSameAs(state);
        assertThat(Correlation.top(thread)).isZero();
        long own = range();
        state.leave(left);
        assertThat(Correlation.top(thread)).isEqualTo(own);
    }

    private long call() {
        return Correlation.next(thread);
    }

    private long range() {
        long id = Correlation.next(thread);
        state.enclose(id);
        return id;
    }

    private long open(long id, long ancestor) {
        long frame = memory.frames(1)[0];
        Memory.putLong(frame + NativeFrame.INTERNAL_ID, id);
        Memory.putLong(frame + NativeFrame.ANCESTOR_ID, ancestor);
        int depth = Memory.getInt(thread + NativeThread.DEPTH);
        long entry = thread + NativeThread.OPEN + (long) depth * OPEN_BYTES;
        Memory.putLong(entry, frame);
        Memory.putLong(entry + Long.BYTES, id);
        Memory.putInt(thread + NativeThread.DEPTH, depth + 1);
        return frame;
    }
}
