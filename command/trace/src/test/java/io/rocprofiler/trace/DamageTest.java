package io.rocprofiler.trace;

import static io.rocprofiler.abi.BufferTracingKind.HSA_CORE_API;
import static io.rocprofiler.abi.BufferTracingKind.MARKER_CORE_RANGE_API;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.MemoryAllocationOperation;
import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.summary.Statistics;
import io.rocprofiler.trace.testing.GpuWork;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// For any damage to a file: no exception, no byte read outside of it, and every committed record before
/// the damage.
class DamageTest {

    private static final long[] NASTY = {
        0,
        1,
        7,
        8,
        16,
        24,
        63,
        64,
        72,
        1L << 20,
        1L << 31,
        1L << 32,
        1L << 40,
        (1L << 40) - 1,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        -1,
        -8,
        -64,
        0x0102030405060708L
    };

    @TempDir(factory = FolderInMemory.class)
    Path run;

    private final SegmentWriter writer = writer();

    private static SegmentWriter writer() {
        SegmentWriter writer = new SegmentWriter(1);
        long id = 1;
        for (int i = 0; i < 6; i++) {
            writer.stretch(10 + i % 2);
            for (int j = 0; j < 4; j++, id += 2) {
                writer.text(id, "marker " + id).api(MARKER_CORE_RANGE_API, 0, id, id, id);
                writer.api(HSA_CORE_API, j, id + 1, id, id + 1);
            }
        }
        return writer;
    }

    @Test
    void cutAnywhereEveryRecordThatIsWholeIsRead() {
        byte[] whole = writer.toBytes();
        for (int length = 0; length < whole.length; length += length < SegmentWriter.HEADER ? 512 : 4) {
            int end = length;
            List<Long> expected = length < SegmentWriter.HEADER ? List.of() : ids(record -> record[1] <= end);
            assertThat(read(Arrays.copyOf(whole, length)))
                    .as("cut at %d", length)
                    .isEqualTo(expected);
        }
    }

    @Test
    void overwrittenAnywhereWhatLiesBeforeInTheStretchAndInTheOthersIsRead() {
        byte[] whole = writer.toBytes();
        for (int place = SegmentWriter.HEADER; place < whole.length; place += 8) {
            for (long value : NASTY) {
                byte[] damaged = whole.clone();
                ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN).putLong(place, value);
                assertThat(read(damaged)).as("%d at %d", value, place).containsAll(untouchedBy(place));
            }
        }
    }

    /// Returns the ids of records that a change at `place` cannot affect.
    private List<Long> untouchedBy(int place) {
        int stretch = (place - SegmentWriter.HEADER) / SegmentWriter.STRETCH;
        boolean inStretchHeader = (place - SegmentWriter.HEADER) % SegmentWriter.STRETCH < 64;
        return ids(record -> {
            boolean sameStretch = (record[0] - SegmentWriter.HEADER) / SegmentWriter.STRETCH == stretch;
            return !sameStretch || (!inStretchHeader && record[1] <= place);
        });
    }

    @Test
    void aHeaderOfNonsenseIsSurvived() {
        byte[] whole = writer.toBytes();
        for (int place = 8; place < 128; place += 8) {
            for (long value : NASTY) {
                byte[] damaged = whole.clone();
                ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN).putLong(place, value);
                assertThat(read(damaged).size()).isBetween(0, 48);
            }
        }
    }

    @Test
    void noiseIsSurvived() {
        Random random = new Random(20);
        for (int round = 0; round < 2000; round++) {
            byte[] damaged = writer.toBytes();
            for (int i = random.nextInt(200); i >= 0; i--) {
                damaged[random.nextInt(8, damaged.length)] = (byte) random.nextInt();
            }
            read(Arrays.copyOf(damaged, random.nextInt(damaged.length - 4096) + 4096));
        }
    }

    @Test
    void noiseInGpuWorkIsSurvived() {
        SegmentWriter work =
                GpuWork.loaded(GpuWork.machine(new SegmentWriter(1)).stretch(7)).submitted(3, 8, 5);
        GpuWork.hostFunction(work);
        GpuWork.dispatch(work.stretch(7), 1, 1, 10, 4, 7, 100, 250);
        GpuWork.copy(work, MemoryCopyOperation.HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 12, 4, 20);
        GpuWork.allocation(work, MemoryAllocationOperation.ALLOCATE, GpuWork.GPU, 1024, 14, 30);
        GpuWork.scratch(work, ScratchMemoryOperation.ALLOC, 65536, 40);
        Random random = new Random(21);
        for (int round = 0; round < 500; round++) {
            byte[] damaged = work.toBytes();
            for (int i = random.nextInt(40); i >= 0; i--) {
                damaged[random.nextInt(8, 4096 + 2 * SegmentWriter.STRETCH)] = (byte) random.nextInt();
            }
            read(damaged);
        }
    }

    private List<Long> ids(Predicate<int[]> chosen) {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < writer.apiRecords().size(); i++) {
            if (chosen.test(writer.apiRecords().get(i))) {
                ids.add(i + 1L); // the writer above counts from 1, two records per round
            }
        }
        return ids;
    }

    /// Reads everything, including texts, statistics and order.
    private List<Long> read(byte[] segment) {
        List<Long> ids = new ArrayList<>();
        try (ProcessTrace process = writer.open(run, segment)) {
            process.forEach(record -> {
                ids.add(record.internalId());
                assertThat(record.name()).isNotNull();
            });
            assertThat(process.counts().recorded()).isEqualTo(ids.size());
            assertThat(process.counts().inFlight()).isNotNegative();
            process.openRanges();
            process.kernels().forEach(kernel -> assertThat(kernel.name()).isNotNull());
            process.codeObjects().forEach(code -> assertThat(code.uri()).isNotNull());
            process.hostFunctions()
                    .forEach(function -> assertThat(function.dimensions()).hasSize(12));
            for (Domain domain : Domain.GPU_WORK) {
                assertThat(process.work(domain).inFlight()).isNotNegative();
            }
            Statistics.of(List.of(process), Display.plain());
            Records.forEach(List.of(process), EnumSet.allOf(Domain.class), TraceRecord::durationNanos);
        }
        ids.sort(null); // they come in order of their start
        return ids;
    }
}
