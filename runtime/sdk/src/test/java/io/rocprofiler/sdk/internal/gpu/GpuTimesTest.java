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
    private static final long BEGIN = 10_000_000;
    private static final long NOW = BEGIN + 1000;

    private final SharedMemory memory = new SharedMemory();
    private final Event event;

    GpuTimesTest() {
        long active = memory.allocate(Long.BYTES);
        Memory.putLong(active, 1);
        long thread = memory.thread(1, 0, 0);
        Memory.putInt(thread + NativeThread.DEPTH, 0);
        SlotPlan.Signature none = new SlotPlan.Signature(new long[0], 0, 0, 0);
        SlotPlan plan = new SlotPlan(List.of(), none, null, null, false);
        event = Objects.requireNonNull(Event.begin(new EventSlot(plan, active), thread));
    }

    @AfterEach
    void close() {
        event.release();
        memory.close();
    }

    @ParameterizedTest
    @CsvSource({
        "10000100, 10000200, 10000300, 10000200, 10000300", // as they are
        "10000100, 10000900, 10001100, 10000800, 10001000", // moved back: work does not end in the future
        "10000100, 10000050, 10000150, 10000100, 10000200", // moved forward: nor does it begin before its submission
        "10000100, 10000200, 10000200, 10000200, 10000201", // lasts a nanosecond at least
        "10000900, 10000100, 10001200, 10000900, 10002000", // too long for both: the begin takes precedence
    })
    void times_are_moved_as_little_as_need_be(
            long submitted, long start, long end, long settledStart, long settledEnd) {
        event.startNanos = submitted;
        assertThat(GpuTimes.settle(event, start, end, NOW)).isTrue();
        assertThat(event.startNanos).isEqualTo(settledStart);
        assertThat(event.endNanos).isEqualTo(settledEnd);
    }

    @ParameterizedTest
    @CsvSource({
        "10000100, 0, 0", // none
        "10000100, 10000300, 10000200", // reversed
        "10000100, 9000099, 10000200", // long before the submission
        "10000100, 10000200, 11001001", // long after the end was seen
    })
    void times_that_cannot_be_the_works_are_refused(long submitted, long start, long end) {
        event.startNanos = submitted;
        assertThat(GpuTimes.settle(event, start, end, NOW)).isFalse();
    }

    @Test
    void no_work_begins_before_its_submission_or_lasts_no_time() {
        for (long submitted = 0; submitted <= 1000; submitted += 100) {
            for (long start = -300; start <= 2000; start += 50) {
                for (long end = start; end <= 2000; end += 50) {
                    event.startNanos = BEGIN + submitted;
                    assertThat(GpuTimes.settle(event, BEGIN + start, BEGIN + end, NOW))
                            .isTrue();
                    assertThat(event.startNanos).isGreaterThanOrEqualTo(BEGIN + submitted);
                    assertThat(event.endNanos).isGreaterThan(event.startNanos);
                    assertThat(event.endNanos - event.startNanos).isEqualTo(Math.max(1, end - start));
                }
            }
        }
    }
}
