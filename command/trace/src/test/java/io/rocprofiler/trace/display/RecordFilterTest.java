package io.rocprofiler.trace.display;

import static io.rocprofiler.abi.BufferTracingKind.HIP_RUNTIME_API;
import static io.rocprofiler.abi.BufferTracingKind.HSA_CORE_API;
import static io.rocprofiler.abi.BufferTracingKind.MARKER_CORE_RANGE_API;
import static io.rocprofiler.abi.MemoryCopyOperation.DEVICE_TO_HOST;
import static io.rocprofiler.abi.MemoryCopyOperation.HOST_TO_DEVICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.trace.AgentIndex;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.TimeSpan;
import io.rocprofiler.trace.testing.GpuWork;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordFilterTest {

    private static final long EVER = Long.MAX_VALUE;

    @TempDir
    Path directory;

    private ProcessTrace open() {
        SegmentWriter writer = GpuWork.machine(new SegmentWriter(42));
        GpuWork.loaded(writer.stretch(43));
        writer.stretch(43).text(1, "epoch 1").api(MARKER_CORE_RANGE_API, 1, 1, 100, 200);
        writer.stretch(44).api(HSA_CORE_API, 0, 2, 100, 150).api(HIP_RUNTIME_API, 0, 3, 150, 260);
        writer.stretch(43);
        GpuWork.dispatch(writer, 1, 2, 10, 4, 7, 120, 180);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 12, 4, 20);
        GpuWork.copy(writer, DEVICE_TO_HOST, GpuWork.SECOND_GPU, GpuWork.CPU, 13, 0, 10);
        return writer.open(directory);
    }

    @Test
    void aWindowShowsWhatLiesInItAsAWhole() {
        assertThat(shown(time(100, 180, true))).containsExactlyInAnyOrder("hsa_init", "plain");
        assertThat(shown(time(100, 200, true))).containsExactlyInAnyOrder("epoch 1", "hsa_init", "plain");
        assertThat(shown(time(100, 199, true))).containsExactlyInAnyOrder("hsa_init", "plain");
    }

    @Test
    void orWhatTouchesIt() {
        assertThat(shown(time(200, 240, false))).containsExactlyInAnyOrder("epoch 1", "hipApiName");
        assertThat(shown(time(201, EVER, false))).containsExactlyInAnyOrder("hipApiName");
    }

    @Test
    void threadsAreThoseThatCalled() {
        assertThat(shown(new RecordFilter.Conditions(0, EVER, true, List.of(44L), List.of(), null)))
                .containsExactlyInAnyOrder("hsa_init", "hipApiName");
        assertThat(shown(new RecordFilter.Conditions(0, EVER, true, List.of(45L), List.of(), null)))
                .isEmpty();
    }

    @Test
    void agentsAreNamedAsTheyAreShownOrByTheirNumbers() {
        assertThat(shown(agents("agent 1"))).containsExactlyInAnyOrder("plain", "MEMORY_COPY_HOST_TO_DEVICE");
        assertThat(shown(agents("2"))).containsExactlyInAnyOrder("MEMORY_COPY_DEVICE_TO_HOST");
        assertThat(shown(agents("0", "2")))
                .containsExactlyInAnyOrder("MEMORY_COPY_HOST_TO_DEVICE", "MEMORY_COPY_DEVICE_TO_HOST");
        assertThat(shown(agents("7"))).isEmpty();
    }

    @Test
    void namesAreThoseThatAreShown() {
        assertThat(shown(name("^epoch"))).containsExactlyInAnyOrder("epoch 1");
        assertThat(shown(name("i"))).containsExactlyInAnyOrder("hsa_init", "hipApiName", "plain");
    }

    @Test
    void theTimeOfARunIsThatOfItsRecords() {
        try (ProcessTrace process = open()) {
            assertThat(TimeSpan.of(List.of(process)).endNanos()).isEqualTo(260);
            assertThat(TimeSpan.of(List.of())).isEqualTo(new TimeSpan(0, 0));
        }
    }

    private static RecordFilter.Conditions time(long from, long to, boolean whole) {
        return new RecordFilter.Conditions(from, to, whole, List.of(), List.of(), null);
    }

    private static RecordFilter.Conditions agents(String... agents) {
        return new RecordFilter.Conditions(0, EVER, true, List.of(), List.of(agents), null);
    }

    private static RecordFilter.Conditions name(String pattern) {
        return new RecordFilter.Conditions(0, EVER, true, List.of(), List.of(), Pattern.compile(pattern));
    }

    private List<String> shown(RecordFilter.Conditions conditions) {
        Display display = new Display(
                new KernelNames(KernelNames.Style.PLAIN, UnaryOperator.identity()),
                KernelFilter.ALL,
                AgentIndex.RELATIVE,
                conditions);
        List<String> shown = new ArrayList<>();
        try (ProcessTrace process = open()) {
            process.forEach(record -> {
                if (display.shows(record)) {
                    shown.add(display.name(record));
                }
            });
        }
        return shown;
    }
}
