package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.GpuRow;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A program killed in the middle of its dispatches leaves a readable trace that accounts for every launch.
final class GpuSurvivalTest {
    private static final int THREADS = 2;
    private static final int SIGKILLED = 128 + 9;
    private static final Pattern COUNTS =
            Pattern.compile("rocprofv3: process \\d+: recorded (\\d+), in flight (\\d+), dropped (\\d+)");

    @ParameterizedTest
    @ValueSource(ints = {1, 700, 5_000, 20_000})
    void every_launch_before_a_kill_is_recorded_or_in_flight(int launches) {
        Run run = Run.traced(List.of("--kernel-trace", "-f", "csv"), "gpu_busy", "progress");
        MappedByteBuffer progress = map(run.folder().resolve("progress"));
        Process process = run.start();
        // A page of memory gives no notification, so this polls.
        while (process.isAlive() && launched(progress) < launches) LockSupport.parkNanos(50_000);
        ProcessHandle.of(progress.getLong(0)).ifPresent(ProcessHandle::destroyForcibly);
        Outcome outcome = run.end(process);
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(SIGKILLED);
        assertThat(outcome.out()).isEqualTo("working\n");

        List<GpuRow> kernels = GpuRow.of("kernel", GpuRow.read(outcome.folder().resolve("out")));
        assertThat(kernels).allMatch(kernel -> kernel.name().equals("work"));
        assertThat(kernels).allMatch(kernel -> 0 < kernel.start() && kernel.start() < kernel.end());
        assertThat(kernels.stream().map(GpuRow::dispatch).distinct()).hasSize(kernels.size());
        // The last launch of each thread may have been recorded but not logged.
        assertThat(kernels.size() + inFlight(outcome, kernels.size()))
                .as(outcome.err())
                .isBetween(launched(progress), launched(progress) + THREADS);
    }

    /// Returns the number in flight from the command's message, 0 without one.
    private static long inFlight(Outcome outcome, int recorded) {
        Matcher counts = COUNTS.matcher(outcome.err());
        if (!counts.find()) return 0;
        assertThat(Long.parseLong(counts.group(1))).isEqualTo(recorded);
        assertThat(Long.parseLong(counts.group(3))).isZero();
        return Long.parseLong(counts.group(2));
    }

    private static long launched(MappedByteBuffer progress) {
        long launched = 0;
        for (int thread = 0; thread < THREADS; thread++) launched += progress.getLong(8 + 16 * thread);
        return launched;
    }

    private static MappedByteBuffer map(Path file) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer page = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4096);
            page.order(ByteOrder.nativeOrder());
            return page;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
