package io.rocprofiler.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.convert.OneRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What ranks measured comes back as what to add to times, from the manifests of their runs.
class MeasuredClocksTest {

    private static final long SECOND = 1_000_000_000;
    private static final long EPOCH = 1_795_000_000 * SECOND;

    @TempDir
    Path directory;

    /// A rank that started at 50 s of its CLOCK_MONOTONIC, on a machine that had slept, whose file server's clock is
    /// `server` ahead at 10 s and gains `drift` nanoseconds per second.
    private void rank(int rank, long slept, long server, long drift, long error) throws IOException {
        Path run = directory.resolve(rank + ".segments");
        OneRecord.write(
                run.resolve("9" + rank + "-1"),
                90 + rank,
                50 * SECOND + slept,
                50 * SECOND,
                "hostname=node" + rank + "\nrank=" + rank + "\nboot_id=boot" + rank + "\nstart_boottime_ns="
                        + (50 * SECOND + slept) + "\n");
        Files.writeString(run.resolve("manifest.json"), """
                {"job": "job", "clock": {"boot_id": "boot%d", "reference": "nfs4 server:/home", "measured": [
                    {"monotonic_ns": %d, "least_offset_ns": %d, "most_offset_ns": %d},
                    {"monotonic_ns": %d, "least_offset_ns": %d, "most_offset_ns": %d}]}}
                """.formatted(
                        rank,
                        10 * SECOND,
                        server - error,
                        server + error,
                        110 * SECOND,
                        server + 100 * drift - error,
                        server + 100 * drift + error));
    }

    @Test
    void the_difference_of_two_machines_is_known_within_the_error_although_one_slept_and_drifts() throws IOException {
        rank(0, 0, EPOCH, 0, 40_000);
        rank(1, 3 * SECOND, EPOCH + 700 * SECOND, 2_000, 60_000);
        // Both started at 50 s of their own clocks: the other machine's is then 40 s of drift further.
        long offset = 700 * SECOND + 40 * 2_000 - 3 * SECOND;
        assertThat(answer("ranks-clocks"))
                .isEqualTo("run,host,first_rank,processes,method,offset_ns,error_ns,barriers\n"
                        + "job,node0,0,1,same clock,0,0,0\n"
                        + "job,node1,1,1,file server," + offset + ",100000,0\n");
    }

    @Test
    void what_was_measured_on_another_machine_is_not_used() throws IOException {
        rank(0, 0, EPOCH, 0, 40_000);
        rank(1, 0, EPOCH, 0, 40_000);
        Path manifest = directory.resolve("1.segments/manifest.json");
        Files.writeString(manifest, Files.readString(manifest).replace("boot1", "boot7"));
        assertThat(answer("ranks-clocks")).endsWith("\njob,node1,1,1,unknown,,,0\n");
    }

    private String answer(String question) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        Query.run(directory, question, List.of(), Rows.CSV, Map.of(), out, new Log(System.err));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
