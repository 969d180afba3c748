package io.rocprofiler.trace;

import static io.rocprofiler.abi.BufferTracingKind.HSA_CORE_API;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.problem.Problem;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTest {

    @TempDir
    Path directory;

    @Test
    void processesComeInTheOrderInWhichTheyBeganAndTheirRecordsInTheOrderOfTheirStart() throws IOException {
        process(5, 200, 30);
        process(6, 100, 20);
        try (Run run = Run.open(directory)) {
            assertThat(run.processes()).extracting(ProcessTrace::pid).containsExactly(6L, 5L);
            List<String> order = new ArrayList<>();
            Records.forEach(
                    run.processes(),
                    Set.of(Domain.HSA_API),
                    record -> order.add(record.process().pid() + "@" + record.startNanos()));
            assertThat(order).containsExactly("6@20", "6@21", "5@30", "5@31");
        }
    }

    private void process(long pid, long began, long start) {
        SegmentWriter writer =
                new SegmentWriter(pid).header(SegmentHeader.BOOTTIME_NS, began).stretch(1);
        // An inner call is recorded before the call that makes it.
        writer.api(HSA_CORE_API, 0, 2, start + 1, start + 2).api(HSA_CORE_API, 0, 1, start, start + 9);
        writer.open(directory).close();
    }

    @Test
    void oneProcessDirectoryIsARun() throws IOException {
        process(5, 1, 1);
        try (Run run = Run.open(directory.resolve("5-1"))) {
            assertThat(run.processes()).hasSize(1);
        }
    }

    @Test
    void runsBesideEachOtherAreReadAsOne() throws IOException {
        for (long pid = 5; pid <= 6; pid++) {
            Path run = Files.createDirectory(directory.resolve(pid + "0.segments"));
            Files.writeString(run.resolve("manifest.json"), "{}");
            new SegmentWriter(pid)
                    .header(SegmentHeader.BOOTTIME_NS, pid)
                    .open(run)
                    .close();
        }
        Files.createDirectory(directory.resolve("box"));
        try (Run run = Run.open(directory)) {
            assertThat(run.processes()).extracting(ProcessTrace::pid).containsExactly(5L, 6L);
        }
    }

    @Test
    void whatIsNoDirectoryIsSaid() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> Run.open(file)).isInstanceOf(NotDirectoryException.class);
        assertThatThrownBy(() -> Run.open(directory.resolve("nothing"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void damageOfOneProcessLeavesTheOthers() throws IOException {
        process(5, 1, 1);
        Files.createDirectory(directory.resolve("6-1"));
        Files.createFile(directory.resolve("6-1").resolve(SegmentConstants.SEGMENT_FILE));
        try (Run run = Run.open(directory)) {
            assertThat(run.processes()).hasSize(2);
            assertThat(run.problems()).extracting(Problem::wrong).contains("the file is empty");
        }
    }
}
