package io.rocprofiler.bench.synthetic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes a run: SyntheticRun DIRECTORY [RECORDS [PROCESSES [THREADS]]]. By default it has 10 million records in 8
/// processes with 64 threads in all. The same numbers produce the same bytes.
public final class SyntheticRun {

    static final long START_NANOS = 1_000_000_000_000L;

    /// The machine's boot time, in nanoseconds since 1970.
    static final long BOOT_REALTIME_NANOS = 1_760_000_000_000_000_000L;

    private SyntheticRun() {}

    public static void main(String[] arguments) throws IOException {
        Path run = Path.of(arguments[0]);
        long records = number(arguments, 1, 10_000_000);
        int processes = Math.toIntExact(number(arguments, 2, 8));
        int threads = Math.toIntExact(number(arguments, 3, 64));
        Files.createDirectories(run);
        for (int i = 0; i < processes; i++) {
            long share = records * (i + 1) / processes - records * i / processes;
            int own = threads * (i + 1) / processes - threads * i / processes;
            SyntheticProcess.write(run, i, Math.max(1, own), share);
        }
    }

    private static long number(String[] arguments, int index, long missing) {
        return arguments.length > index ? Long.parseLong(arguments[index]) : missing;
    }
}
