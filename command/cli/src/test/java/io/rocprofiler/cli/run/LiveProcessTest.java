package io.rocprofiler.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveProcessTest {

    private static final Path SEGMENTS = Path.of("/out/5.segments");

    @TempDir
    Path proc;

    @Test
    void aProcessBelongsToTheRunWhoseDirectoryItsEnvironmentNames() throws IOException {
        process(30, "late", "A=b\0ROCPROFILER_COLLECTOR_DIR=/out/5.segments\0");
        process(4, "early", "ROCPROFILER_COLLECTOR_DIR=/out/5.segments\0B=c\0");
        process(5, "other run", "ROCPROFILER_COLLECTOR_DIR=/out/5.segments-2\0");
        process(6, "other variable", "MY_ROCPROFILER_COLLECTOR_DIR=/out/5.segments\0");
        process(7, "zombie", "");
        Files.createDirectory(proc.resolve("8"));
        assertThat(LiveProcess.of(SEGMENTS, proc))
                .containsExactly(new LiveProcess(4, "early"), new LiveProcess(30, "late"));
    }

    @Test
    void withoutProcNobodyKnows() {
        assertThat(LiveProcess.of(SEGMENTS, proc.resolve("nothing"))).isEmpty();
    }

    @Test
    void threeAreNamedAndTheRestCounted() {
        List<LiveProcess> five = IntStream.rangeClosed(1, 5)
                .mapToObj(pid -> new LiveProcess(pid, "p" + pid))
                .toList();
        assertThat(LiveProcess.describe(five.subList(0, 1))).isEqualTo("1 p1");
        assertThat(LiveProcess.describe(five.subList(0, 3))).isEqualTo("1 p1, 2 p2, 3 p3");
        assertThat(LiveProcess.describe(five)).isEqualTo("1 p1, 2 p2, 3 p3 and 2 more");
    }

    private void process(long pid, String name, String environment) throws IOException {
        Path process = Files.createDirectory(proc.resolve(Long.toString(pid)));
        Files.writeString(process.resolve("comm"), name + "\n");
        Files.writeString(process.resolve("environ"), environment);
    }
}
