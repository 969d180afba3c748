package io.rocprofiler.sdk.internal.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.SharedMemory;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Times of GPU work that deviate slightly from the host's.
final class GpuTimesTest {
    private static final long NOW = 1000;

    private final SharedMemory memory = new SharedMemory();
    private final Event event;

    GpuTimesTest() {
        long active = memory.allocate(Long.BYTES);
        Memory.putLong(active, 1);
        long thread = memory.thread(1, 0, 0);
        Memory.putInt(thread + NativeThread.DEPTH, 0);
        SlotPlan.Signature none = new SlotPlan.Signature(new long[0], 0, 0, 0);
        SlotPlan plan = new SlotPlan(List.of(), none, null, null, memory.correlation(), false);
        event = Objects.requireNonNull(Event.begin(new EventSlot(plan, active), thread));
    }

    @AfterEach
    void close() {
        event.release();
        memory.close();
    }

    @ParameterizedTest
    @CsvSource({
        "100, 200, 300, 200, 300", // as they are
        "100, 300, 200, 200, 300", // swapped
        "100, 900, 1100, 800, 1000", // moved back: work does not end in the future
        "100, 50, 150, 100, 200", // moved forward: work does not begin before its submission
        "100, 200, 200, 200, 201", // lasts a nanosecond at least
        "900, 100, 1200, 900, 2000", // too long for both: the begin takes precedence
    })
    void times_are_moved_as_little_as_need_be(
            long submitted, long start, long end, long repairedStart, long repairedEnd) {
        event.startNanos = submitted;
        GpuTimes.repair(event, start, end, NOW);
        assertThat(event.startNanos).isEqualTo(repairedStart);
        assertThat(event.endNanos).isEqualTo(repairedEnd);
    }

    @Test
    void no_work_begins_before_its_submission_or_lasts_no_time() {
        for (long submitted = 0; submitted <= NOW; submitted += 100) {
            for (long start = -300; start <= 2 * NOW; start += 50) {
                for (long end = -300; end <= 2 * NOW; end += 50) {
                    event.startNanos = submitted;
                    GpuTimes.repair(event, start, end, NOW);
                    assertThat(event.startNanos).isGreaterThanOrEqualTo(submitted);
                    assertThat(event.endNanos).isGreaterThan(event.startNanos);
                    assertThat(event.endNanos - event.startNanos).isEqualTo(Math.max(1, Math.abs(end - start)));
                }
            }
        }
    }
}
