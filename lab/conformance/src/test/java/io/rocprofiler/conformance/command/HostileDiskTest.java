package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Progress;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Where the disk rejects records, the program continues, and the loss is reported.
final class HostileDiskTest {
    private static final String COMMAND = Product.file("bin/rocprofv3");
    private static final String BUSY = Product.client("busy");
    private static final Pattern COUNTS =
            Pattern.compile("rocprofv3: process \\d+: recorded (\\d+), in flight (\\d+), dropped (\\d+)");

    @Test
    void on_a_disk_that_becomes_full_recording_stops_and_the_rest_is_counted() throws IOException {
        Run run = onSmallDisk(4, """
                %1$s --hip-trace --marker-trace -f csv -d disk -o trace -- %2$s progress return 20000
                status=$?
                %1$s convert disk/*.segments -f csv -d out -o trace 2>converted
                exit $status""");
        Progress progress = new Progress(run.folder().resolve("progress"));
        Outcome outcome = run.go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(5);
        assertThat(outcome.out()).isEqualTo("working\n");
        assertThat(outcome.errLines()).allMatch(line -> line.startsWith("rocprofv3: "));
        assertThat(outcome.errLines())
                .filteredOn(line -> line.contains("recording stops"))
                .singleElement()
                .asString()
                .endsWith("records.seg: No space left on device; recording stops, what is not recorded is counted, "
                        + "the program goes on");
        checkAccount(outcome, Files.readString(run.folder().resolve("converted")), progress);
    }

    @Test
    void at_a_limit_of_file_size_recording_stops_and_the_rest_is_counted() throws IOException {
        // The limit is in blocks of 1024 bytes and applies only to the program.
        Run run = shell("""
                %1$s --hip-trace --marker-trace -f csv -d out -o trace -- \
                bash -c 'ulimit -f 3000; exec %2$s progress return 20000'""");
        Progress progress = new Progress(run.folder().resolve("progress"));
        Outcome outcome = run.go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(5);
        assertThat(outcome.errLines())
                .filteredOn(line -> line.contains("recording stops"))
                .singleElement()
                .asString()
                .contains("records.seg: file size limit of 3072000 bytes; recording stops");
        checkAccount(outcome, outcome.err(), progress);
    }

    @Test
    void on_a_disk_that_is_full_from_the_start_the_program_runs_unprofiled() {
        Outcome outcome = onSmallDisk(1, """
                        head -c 2m /dev/zero >disk/full 2>/dev/null
                        exec %1$s --sys-trace -f csv -d disk -o trace -- %2$s progress return 100""").go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(5);
        assertThat(outcome.out()).isEqualTo("working\n");
        assertThat(outcome.errLines()).allMatch(line -> line.startsWith("rocprof"));
        assertThat(outcome.errLines())
                .contains("rocprofiler: tool rocprofv3 failed in initialize and is ignored: "
                        + "java.io.IOException: No space left on device");
        assertThat(outcome.folder()).isDirectoryNotContaining("glob:**hs_err*");
    }

    @Test
    void a_format_for_which_the_disk_has_no_room_leaves_no_file_and_costs_the_exit_code() {
        // Every format of this run takes more than the disk has; the run itself lies elsewhere.
        Outcome outcome = onSmallDisk(1, """
                        %1$s --sys-trace -f csv -d out -o trace -q -- %2$s progress return 3000
                        head -c 900k /dev/zero >disk/full
                        for format in csv json pftrace rocpd otf2 parquet html; do
                            %1$s convert out/*.segments -f $format -d disk/out -o x; echo $format $?
                            find disk/out -type f ! -path disk/out/.rocprofv3/x.claim
                        done
                        rm disk/full
                        %1$s convert out/*.segments -f parquet -d disk/out -o x -q; echo $?""").go();
        assertThat(outcome.out())
                .isEqualTo("working\ncsv 1\njson 1\npftrace 1\nrocpd 1\notf2 1\nparquet 1\nhtml 1\n0\n");
        assertThat(outcome.errLines())
                .filteredOn(line -> line.contains("cannot write"))
                .hasSize(7)
                .allMatch(line -> line.matches("rocprofv3: cannot write disk/out/x_\\*\\.\\w+: .*(space|full).*"));
    }

    @Test
    void when_the_output_directory_is_removed_it_is_said_and_the_program_goes_on() throws IOException {
        Run run = Run.traced(List.of("--hip-trace", "--marker-trace", "-f", "csv"), "busy", "progress", "never");
        Progress progress = new Progress(run.folder().resolve("progress"));
        Process process = run.start();
        // A page of memory gives no notification, so this polls.
        while (process.isAlive() && (progress.pid() == 0 || progress.total() < 500)) LockSupport.parkNanos(50_000);
        Path out = run.folder().resolve("out").toRealPath();
        while (Files.exists(out)) remove(out);
        Path stderr = run.folder().resolve("stderr");
        while (process.isAlive() && !Files.readString(stderr).contains("\n")) LockSupport.parkNanos(1_000_000);
        long then = progress.total();
        while (process.isAlive() && progress.total() < then + 500) LockSupport.parkNanos(50_000);
        ProcessHandle.of(progress.pid()).ifPresent(ProcessHandle::destroy);
        Outcome outcome = run.end(process);

        assertThat(outcome.status()).as(outcome.err()).isEqualTo(128 + 15);
        assertThat(outcome.errLines()).hasSize(2);
        assertThat(outcome.errLines().getFirst())
                .startsWith("rocprofv3: cannot write " + out)
                .endsWith("records.seg: it was removed; recording stops, what is not recorded is counted, "
                        + "the program goes on");
        assertThat(outcome.errLines().getLast())
                .startsWith("rocprofv3: " + out)
                .endsWith(".segments was removed while the program ran: the records of this run are lost");
        assertThat(out).doesNotExist();
    }

    /// Checks that recorded and reported missing calls add up to the program's own count.
    private static void checkAccount(Outcome outcome, String said, Progress progress) {
        Matcher counts = COUNTS.matcher(said);
        assertThat(counts.find()).as(said).isTrue();
        long recorded = Long.parseLong(counts.group(1));
        long dropped = Long.parseLong(counts.group(3));
        long rows = Trace.read("csv", outcome.folder().resolve("out")).size();
        assertThat(recorded).isPositive().isEqualTo(rows);
        long calls = progress.returned().entrySet().stream()
                .filter(entry -> !entry.getKey().startsWith("hsa_"))
                .mapToLong(entry -> entry.getValue())
                .sum();
        assertThat(calls).isEqualTo(2 * 5 * 20_000);
        // The program makes a few more calls at its start.
        assertThat(recorded + dropped).isBetween(calls, calls + 10);
    }

    /// Runs a script with a file system of some megabytes as `disk`.
    private static Run onSmallDisk(int megabytes, String script) {
        String mount = "mkdir disk && mount -t tmpfs -o size=" + megabytes + "m none disk";
        assumeTrue(
                Run.command("unshare", "-rm", "sh", "-c", mount).go().status() == 0,
                "this machine lets nobody mount a file system");
        return inShell("unshare", "-rm", "bash", "-c", mount + "\n" + filled(script));
    }

    private static Run shell(String script) {
        return inShell("bash", "-c", filled(script));
    }

    private static Run inShell(String... command) {
        return Run.command(command).onSoftgpu();
    }

    private static String filled(String script) {
        return script.formatted(COMMAND, BUSY);
    }

    /// Removes a directory with its content; files created meanwhile stay for the next run.
    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                try {
                    Files.deleteIfExists(file);
                } catch (DirectoryNotEmptyException _) {
                    // Left for the next run.
                }
            }
        }
    }
}
