package io.rocprofiler.sdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/// When ids may be retired.
final class HeldIdsTest {
    private static final long STILL_HELD = HeldIds.STILL_HELD;

    private final HeldIds held = new HeldIds();

    @Test
    void a_call_without_work_ends_its_id() {
        assertThat(held.close(1, 100)).isEqualTo(100);
    }

    @Test
    void work_that_ends_after_its_call_ends_the_id() {
        held.retain(1, false);
        held.retain(1, false);
        assertThat(held.close(1, 100)).isEqualTo(STILL_HELD);
        assertThat(held.release(1, 300)).isEqualTo(STILL_HELD);
        assertThat(held.release(1, 200)).isEqualTo(300);
        assertThat(held.close(1, 400)).isEqualTo(400);
    }

    @Test
    void a_call_that_ends_after_its_work_ends_the_id() {
        held.retain(1, false);
        assertThat(held.release(1, 200)).isEqualTo(STILL_HELD);
        assertThat(held.close(1, 100)).isEqualTo(200);
    }

    @Test
    void work_without_a_call_ends_its_own_id() {
        held.retain(1, true);
        assertThat(held.release(1, 200)).isEqualTo(200);
        assertThat(held.release(1, 300)).isEqualTo(STILL_HELD);
    }

    /// Ids of one part that collide, against a map.
    @Test
    void any_order_of_ids_is_right() {
        Random random = new Random(1);
        List<Long> ids = new ArrayList<>();
        for (long id = 1; id < 2000; id++) ids.add(id % 2 == 0 ? id : id << 12);
        Map<Long, Integer> works = new HashMap<>();
        for (int i = 0; i < 200_000; i++) {
            long id = ids.get(random.nextInt(ids.size()));
            int before = works.getOrDefault(id, 0);
            if (before == 0 || random.nextInt(3) == 0) {
                held.retain(id, true);
                works.put(id, before + 1);
            } else {
                long expected = before == 1 ? i : STILL_HELD;
                assertThat(held.release(id, i)).isEqualTo(expected);
                works.put(id, before - 1);
            }
        }
    }

    /// Calls on some threads, the ends of their work on others: each id ends once.
    @Test
    void each_id_ends_once_in_many_threads() throws Exception {
        int pairs = 4;
        int calls = 50_000;
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<Integer>> ends = new ArrayList<>();
            for (int pair = 0; pair < pairs; pair++) {
                BlockingQueue<Long> inFlight = new LinkedBlockingQueue<>();
                long first = 1 + (long) pair * calls;
                ends.add(threads.submit(submitter(first, calls, inFlight)));
                ends.add(threads.submit(completer(calls, inFlight)));
            }
            int ended = 0;
            for (Future<Integer> some : ends) ended += some.get();
            assertThat(ended).isEqualTo(pairs * calls);
        }
    }

    private Callable<Integer> submitter(long first, int calls, BlockingQueue<Long> inFlight) {
        return () -> {
            int ended = 0;
            for (long id = first; id < first + calls; id++) {
                held.retain(id, false);
                inFlight.add(id);
                if (held.close(id, 1) != STILL_HELD) ended++;
            }
            return ended;
        };
    }

    private Callable<Integer> completer(int calls, BlockingQueue<Long> inFlight) {
        return () -> {
            int ended = 0;
            for (int i = 0; i < calls; i++) if (held.release(inFlight.take(), 2) != STILL_HELD) ended++;
            return ended;
        };
    }
}
