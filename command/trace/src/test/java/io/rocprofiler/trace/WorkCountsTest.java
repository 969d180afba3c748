package io.rocprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.abi.internal.SegmentStretch;
import io.rocprofiler.abi.internal.SegmentWork;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.testing.GpuWork;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkCountsTest {

    @TempDir
    Path run;

    private final SegmentWriter writer = new SegmentWriter(42).stretch(43);

    @Test
    void whatIsSubmittedAndNotRecordedIsInFlight() {
        two();
        writer.submitted(0, SegmentWork.DISPATCHES, 3).submitted(15, SegmentWork.DISPATCHES, 4);
        writer.count(SegmentStretch.SUBMITTED, 5);
        assertThat(of(Domain.KERNEL_DISPATCH)).isEqualTo(new WorkCounts(7, 2, 5, 0));
        assertThat(of(Domain.KERNEL_DISPATCH).incomplete()).isTrue();
    }

    @Test
    void whatTheProcessDroppedAndHasNotInFlightIsDropped() {
        two();
        GpuWork.copy(writer, MemoryCopyOperation.HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 3, 0, 100);
        writer.submitted(3, SegmentWork.DISPATCHES, 7).submitted(4, SegmentWork.COPIES, 1);
        writer.count(SegmentStretch.SUBMITTED, 5).count(SegmentStretch.DROPPED, 4);
        assertThat(of(Domain.KERNEL_DISPATCH)).isEqualTo(new WorkCounts(7, 2, 1, 4));
        assertThat(of(Domain.MEMORY_COPY)).isEqualTo(new WorkCounts(1, 1, 0, 0));
        assertThat(of(Domain.MEMORY_COPY).incomplete()).isFalse();
    }

    @Test
    void aTraceThatDoesNotCountSaysNothing() {
        two();
        assertThat(of(Domain.KERNEL_DISPATCH)).isEqualTo(new WorkCounts(0, 2, 0, 0));
        assertThat(of(Domain.KERNEL_DISPATCH).incomplete()).isFalse();
        assertThat(of(Domain.HIP_API)).isEqualTo(new WorkCounts(0, 0, 0, 0));
    }

    private void two() {
        GpuWork.dispatch(writer, 1, 1, 1, 0, 0, 100, 200);
        GpuWork.dispatch(writer, 2, 1, 2, 0, 0, 200, 300);
    }

    private WorkCounts of(Domain domain) {
        try (ProcessTrace process = writer.open(run)) {
            return process.work(domain);
        }
    }
}
