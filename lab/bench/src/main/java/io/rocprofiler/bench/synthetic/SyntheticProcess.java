package io.rocprofiler.bench.synthetic;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentWork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/// One process: its directory, its threads, its GPU. The thread whose clock is furthest behind runs next, so that
/// the file has the records of all threads in a realistic order.
final class SyntheticProcess {

    private static final long FIRST_PID = 41_000;

    private final int number;
    private final long pid;
    private final long start;
    private final SegmentOutput output;
    private final Gpu gpu;
    private final List<SyntheticThread> threads = new ArrayList<>();
    private long ids;
    private long allocations;
    private long scratch;

    private SyntheticProcess(Path directory, int number, long pid, long start, int threadCount) {
        this.number = number;
        this.pid = pid;
        this.start = start;
        SplittableRandom random = new SplittableRandom(pid);
        output = new SegmentOutput(directory.resolve(SegmentConstants.SEGMENT_FILE), pid, start);
        int place = SegmentConstants.WORK_OFFSET;
        gpu = new Gpu(output, new Stretch(output, pid + 900), agent(), place, threadCount, random.split());
        for (int i = 0; i < threadCount; i++) {
            Stretch stretch = new Stretch(output, pid + i);
            if (i == 0) {
                Kernels.write(stretch, agent(), start + 100_000);
            }
            long begin = start + 1_000_000 + 37_000L * i;
            threads.add(new SyntheticThread(this, stretch, pid + i, i + 1, begin, random.split()));
        }
    }

    /// Writes a process directory.
    ///
    /// @param records the exact number of domain records
    static void write(Path run, int number, int threads, long records) throws IOException {
        long pid = FIRST_PID + 1000L * number;
        long start = SyntheticRun.START_NANOS + 250_000L * number;
        Path directory = run.resolve(pid + "-" + start);
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(SegmentConstants.AGENTS_FILE), Machine.describe());
        SyntheticProcess process = new SyntheticProcess(directory, number, pid, start, threads);
        Files.writeString(directory.resolve(SegmentConstants.PROPERTIES_FILE), process.describe());
        process.run(records);
    }

    private String describe() {
        return """
                format=1
                pid=%1$d
                ppid=40000
                tid=%1$d
                command=/opt/program/bin/simulate\\0--rank\\0%2$d\\0
                executable=/opt/program/bin/simulate
                hostname=node0
                start_boottime_ns=%3$d
                java=embedded
                java_version=25
                runtime.0=hsa 11500 0
                runtime.1=hip 60200 0
                runtime.2=roctx 10000 0
                """.formatted(pid, number, start);
    }

    private void run(long records) {
        PriorityQueue<SyntheticThread> queue = new PriorityQueue<>(Comparator.comparingLong(SyntheticThread::now));
        queue.addAll(threads);
        long left = records;
        while (left > 0) {
            SyntheticThread thread = queue.remove();
            if (left >= SyntheticThread.LONGEST_STEP) {
                left -= thread.step();
            } else {
                thread.idle();
                left--;
            }
            queue.add(thread);
        }
        long end = threads.stream().mapToLong(SyntheticThread::now).max().orElse(start);
        threads.forEach(SyntheticThread::finish);
        gpu.finish();
        output.header(SegmentConstants.WORK_OFFSET + SegmentWork.ALLOCATIONS, allocations);
        output.header(SegmentConstants.WORK_OFFSET + SegmentWork.SCRATCH, scratch);
        output.header(SegmentHeader.END_BOOTTIME_NS, end + 1_000_000);
        output.close();
    }

    long nextId() {
        return ++ids;
    }

    long agent() {
        return Machine.gpu(number % Machine.GPUS);
    }

    Gpu gpu() {
        return gpu;
    }

    void countAllocation() {
        allocations++;
    }

    void countScratch() {
        scratch++;
    }
}
