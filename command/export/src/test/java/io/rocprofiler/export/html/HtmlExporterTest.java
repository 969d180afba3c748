package io.rocprofiler.export.html;

import static io.rocprofiler.abi.BufferTracingKind.HIP_RUNTIME_API;
import static io.rocprofiler.abi.BufferTracingKind.HSA_CORE_API;
import static io.rocprofiler.abi.BufferTracingKind.MARKER_CORE_RANGE_API;
import static io.rocprofiler.abi.BufferTracingKind.MEMORY_ALLOCATION;
import static io.rocprofiler.abi.MemoryAllocationOperation.ALLOCATE;
import static io.rocprofiler.abi.MemoryAllocationOperation.FREE;
import static io.rocprofiler.abi.MemoryCopyOperation.DEVICE_TO_DEVICE;
import static io.rocprofiler.abi.MemoryCopyOperation.DEVICE_TO_HOST;
import static io.rocprofiler.abi.MemoryCopyOperation.HOST_TO_DEVICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.abi.internal.SegmentStretch;
import io.rocprofiler.abi.internal.SegmentWork;
import io.rocprofiler.export.Export;
import io.rocprofiler.export.Prefix;
import io.rocprofiler.export.Progress;
import io.rocprofiler.export.Python;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.testing.GpuWork;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Exports pages and reads them back with Python.
class HtmlExporterTest {

    private static final String AWKWARD = "</script><b>\"naïve\"\n☃";

    @TempDir
    Path directory;

    private static int op(BufferTracingKind kind, String name) {
        return Operations.find(kind, name);
    }

    private SegmentWriter calls(long pid) {
        SegmentWriter writer = new SegmentWriter(pid);
        writer.stretch(pid)
                .text(1, AWKWARD)
                .api(MARKER_CORE_RANGE_API, 1, 1, 1000, 9000)
                .api(MARKER_CORE_RANGE_API, 2, 2, 500, 5000)
                .api(HIP_RUNTIME_API, op(HIP_RUNTIME_API, "hipLaunchKernel"), 3, 2000, 2500)
                .api(HSA_CORE_API, op(HSA_CORE_API, "hsa_init"), 4, 2100, 2300);
        return writer;
    }

    @Test
    void everyRecordIsASliceOfItsLane() throws IOException, InterruptedException {
        SegmentWriter writer = GpuWork.machine(calls(42));
        writer.stretch(43).api(HIP_RUNTIME_API, op(HIP_RUNTIME_API, "hipFree"), 5, 100, 90);
        GpuWork.loaded(writer.stretch(43));
        writer.stretch(43);
        GpuWork.dispatch(writer, 1, 1, 3, 4, 0, 3000, 3150);
        GpuWork.dispatch(writer, 2, 2, 3, 0, 0, 3200, 3250);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 6, 4, 20);
        writer.stretch(43);
        GpuWork.allocation(writer, ALLOCATE, GpuWork.GPU, 1024, 7, 30);
        GpuWork.scratch(writer, ScratchMemoryOperation.ALLOC, 65536, 40);
        assertThat(lanes(List.of(writer.open(directory)), 1000)).isEqualTo("""
                        42 COPIES 1 2 4: MEMORY_COPY_HOST_TO_DEVICE 20-90 x1 #6 (4096, 0, 43)
                        42 ALLOCATIONS 43 0 0: MEMORY_ALLOCATION_ALLOCATE 30-70 x1 #7 (1024, 2147422208, 2)
                        42 SCRATCH 2 3 0: SCRATCH_MEMORY_ALLOC 40-60 x1 #9 (65536, 1, 43)
                        42 HIP 43 0 0: hipFree 100-100 x1 #5 (0, 0, 0)
                        42 PROCESS_RANGES 42 0 0: roctxProcessRangeA 500-5000 x1 #2 (0, 0, 0)
                        42 MARKERS 42 0 0: </script><b>"naïve"
                        ☃ 1000-9000 x1 #1 (0, 0, 0)
                        42 HIP 42 0 0: hipLaunchKernel 2000-2500 x1 #3 (0, 0, 0)
                        42 HSA 42 0 0: hsa_init 2100-2300 x1 #4 (0, 0, 0)
                        42 KERNELS 2 3 4: _ZN2gp4axpyIfEEvPT_S2_i 3000-3150 x1 #3 (1, 1, 43)
                        42 KERNELS 2 3 0: plain 3200-3250 x1 #3 (2, 2, 43)
                        agents ['', 'Agent 0', 'Agent 1'], shapes [[1, 32, 1, 1, 64, 2, 1, 513, 16, 40, 4, 32, 0, 0], \
                        [2, 32, 1, 1, 64, 2, 1, 513, 16, 40, 4, 32, 0, 0]], merged below 0
                        """);
    }

    @Test
    void tablesCountEveryRecordByName() throws IOException, InterruptedException {
        SegmentWriter writer = new SegmentWriter(42).stretch(42);
        int hipFree = op(HIP_RUNTIME_API, "hipFree");
        for (long i = 1; i <= 8; i++) {
            writer.api(HIP_RUNTIME_API, hipFree, i, 1000 * i, 1010 * i);
        }
        String script = """
                for name in meta['names']: print(meta['domains'][name[0]], *name[1:])
                print([table['title'] for table in meta['insights']])
                """;
        assertThat(page(List.of(writer.open(directory)), 1000, script)).isEqualTo("""
                        HIP_API hipFree 8 360 10 80 24.49489742783178 0 7000
                        ['DURATIONS', 'CALLS OF THREADS', 'ESTIMATED COST OF TRACING']
                        """);
    }

    @Test
    void rangesHaveTheirGpuWorkIdleAndWaitingTimeAndMarksAreNone() throws IOException, InterruptedException {
        SegmentWriter writer = GpuWork.machine(new SegmentWriter(42));
        int mark = op(MARKER_CORE_RANGE_API, "roctxMarkA");
        int push = op(MARKER_CORE_RANGE_API, "roctxThreadRangeA");
        writer.stretch(43).text(1, "outer").api(MARKER_CORE_RANGE_API, push, 1, 1000, 9000);
        writer.text(2, "inner").api(MARKER_CORE_RANGE_API, push, 2, 2000, 8000);
        writer.stretch(43).text(3, "inner").api(MARKER_CORE_RANGE_API, mark, 3, 2500, 2500);
        writer.api(HIP_RUNTIME_API, op(HIP_RUNTIME_API, "hipLaunchKernel"), 4, 3000, 3100);
        writer.api(HIP_RUNTIME_API, op(HIP_RUNTIME_API, "hipDeviceSynchronize"), 5, 3200, 7200);
        GpuWork.loaded(writer.stretch(43));
        writer.stretch(43);
        GpuWork.dispatch(writer, 1, 1, 4, 0, 0, 4000, 7000);
        String script = """
                ranges = [table for table in meta['insights'] if table['units'][0] == 'RANGE'][0]
                for row in ranges['rows']: print(dict(zip(ranges['columns'], row)))
                print(sorted((meta['names'][slice[2]][1], slice[8]) for lane, slices in zip(meta['lanes'], lanes)
                      for slice in slices if meta['kinds'][lane[1]] == 'MARKERS'))
                """;
        assertThat(page(List.of(writer.open(directory)), 1000, script)).isEqualTo("""
                        {'RANGE': 'outer', 'COUNT': 1, 'TIME': 8000, 'OWN TIME': 2000, 'GPU': 3000, 'OWN GPU': 0, \
                        'IDLE': 5000, 'OWN IDLE': 2000, 'WAIT': 4000, 'OWN WAIT': 0}
                        {'RANGE': 'inner', 'COUNT': 1, 'TIME': 6000, 'OWN TIME': 6000, 'GPU': 3000, 'OWN GPU': 3000, \
                        'IDLE': 3000, 'OWN IDLE': 3000, 'WAIT': 4000, 'OWN WAIT': 4000}
                        [('inner', 0), ('inner', 1), ('outer', 0)]
                        """);
    }

    /// Another thread gets an address again before the call that released it has returned.
    @Test
    void countersAreOfKernelsInFlightMemoryInUseAndRatesOfCopies() throws IOException, InterruptedException {
        SegmentWriter writer =
                GpuWork.loaded(GpuWork.machine(new SegmentWriter(42)).stretch(43));
        writer.stretch(43);
        GpuWork.dispatch(writer, 1, 1, 1, 0, 0, 1000, 2000);
        GpuWork.dispatch(writer, 2, 1, 2, 0, 0, 1500, 3000);
        GpuWork.dispatch(writer, 3, 1, 3, 0, 0, 2000, 2500);
        writer.stretch(43);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 4, 0, 4000);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 5, 0, 4030);
        GpuWork.copy(writer, DEVICE_TO_HOST, GpuWork.GPU, GpuWork.CPU, 6, 0, 4050);
        GpuWork.copy(writer, DEVICE_TO_DEVICE, GpuWork.GPU, GpuWork.SECOND_GPU, 7, 0, 5000);
        writer.stretch(43);
        GpuWork.allocation(writer, FREE, 0, 0, 8, 5900);
        GpuWork.allocation(writer, ALLOCATE, GpuWork.GPU, 1024, 8, 6000);
        GpuWork.allocation(writer, ALLOCATE, GpuWork.GPU, 4096, 9, 6095);
        GpuWork.allocation(writer, FREE, 0, 0, 10, 6100);
        long failed = 0;
        writer.stretch(43);
        writer.record(MEMORY_ALLOCATION, ALLOCATE.value(), 11, 0, 0, 43, 6200, 6300, GpuWork.GPU, failed, 512);
        assertThat(page(List.of(writer.open(directory)), 1000, """
                        for process, kind, agent, values in meta['counters']:
                            print(meta['agents'][agent], meta['counterKinds'][kind], *(f'{at}:{value}' for at, value in values))
                        print(meta['counterThreshold'])
                        """)).isEqualTo("""
                        Agent 1 KERNELS_IN_FLIGHT 1000:1 1500:2 2500:1 3000:0
                        Agent 1 HOST_TO_DEVICE 4000:58514285714 4030:117028571428 4070:58514285714 4100:0
                        Agent 1 DEVICE_TO_HOST 4050:58514285714 4120:0
                        Agent 1 DEVICE_TO_DEVICE 5000:58514285714 5070:0
                        Agent 2 DEVICE_TO_DEVICE 5000:58514285714 5070:0
                        Agent 1 MEMORY_IN_USE 6040:1024 6135:5120 6140:4096
                        0
                        """);
    }

    /// Compares each interval in which values were merged, a nanosecond if none were, with the kernels themselves.
    @ParameterizedTest
    @CsvSource({"100000, 0", "200, 2048"})
    void theLargestValuesOfCountersRemainWhereTheyAreMerged(int mostSlices, int threshold)
            throws IOException, InterruptedException {
        SegmentWriter writer =
                GpuWork.loaded(GpuWork.machine(new SegmentWriter(42)).stretch(43));
        for (long i = 0; i < 400; i++) {
            if (i % 4 == 0) {
                writer.stretch(43);
            }
            GpuWork.dispatch(writer, i + 1, 1, i + 1, 0, 0, 100 * i, 100 * i + 50 + i * 37 % 400);
        }
        String script = """
                [(_, _, _, values)] = meta['counters']
                length = max(1, meta['counterThreshold'])
                work = [(100 * i, 100 * i + 50 + i * 37 % 400) for i in range(400)]
                most = max(end for _, end in work)
                exact = [sum(start <= at < end for start, end in work) for at in range(most + 1)]
                shown, place = [], -1
                for at in range(most + 1):
                    while place + 1 < len(values) and values[place + 1][0] <= at: place += 1
                    shown.append(values[place][1] if place >= 0 else 0)
                for at in range(0, most + 1, length):
                    assert max(shown[at:at + length]) == max(exact[at:at + length]), at
                    assert shown[at:at + length][-1] == exact[at:at + length][-1], at
                print(meta['counterThreshold'], max(exact))
                """;
        assertThat(page(List.of(writer.open(directory)), mostSlices, script)).isEqualTo(threshold + " 4\n");
    }

    @Test
    void argumentsAreTextByTheNamesOfParameters() throws IOException, InterruptedException {
        SegmentWriter writer = new SegmentWriter(42)
                .stretch(42)
                .ext(
                        BufferTracingKind.HIP_RUNTIME_API_EXT,
                        op(HIP_RUNTIME_API, "hipMemcpy"),
                        800,
                        new long[] {0x7f00, 0x8f00, 4096, 1},
                        719);
        String script = """
                print(meta['parameters'])
                print(meta['arguments'], meta['argumentsLeftOut'])
                """;
        assertThat(page(List.of(writer.open(directory)), 1000, script)).isEqualTo("""
                        {'0': ['void* dst', 'const void* src', 'size_t sizeBytes', 'hipMemcpyKind kind']}
                        [['0', '800', '719', '0x7f00', '0x8f00', '4096', 'hipMemcpyHostToDevice']] 0
                        """);
    }

    @Test
    void theShortestAreMergedWhereThereIsNoRoom() throws IOException, InterruptedException {
        SegmentWriter writer = new SegmentWriter(42);
        int free = op(HIP_RUNTIME_API, "hipFree");
        for (long i = 0; i < 40; i++) {
            if (i % 10 == 0) {
                writer.stretch(42);
            }
            writer.api(
                    HIP_RUNTIME_API,
                    i == 7 ? op(HIP_RUNTIME_API, "hipInit") : free,
                    i + 1,
                    32 * i,
                    32 * i + (i == 7 ? 24 : 16));
        }
        writer.stretch(42).api(HIP_RUNTIME_API, op(HIP_RUNTIME_API, "hipMalloc"), 41, 2048, 9000);
        assertThat(lanes(List.of(writer.open(directory)), 16)).isEqualTo("""
                        42 HIP 42 0 0: hipInit 0-248 x8 #0 (0, 24, 0) covering 136
                        42 HIP 42 0 0: hipFree 256-496 x8 #0 (0, 16, 0) covering 128
                        42 HIP 42 0 0: hipFree 512-752 x8 #0 (0, 16, 0) covering 128
                        42 HIP 42 0 0: hipFree 768-1008 x8 #0 (0, 16, 0) covering 128
                        42 HIP 42 0 0: hipFree 1024-1264 x8 #0 (0, 16, 0) covering 128
                        42 HIP 42 0 0: hipMalloc 2048-9000 x1 #41 (0, 0, 0)
                        agents [''], shapes [], merged below 256
                        """);
    }

    @Test
    void theNodesOfGraphsAreKeptWithTheShapesOfTheirKernels() throws IOException, InterruptedException {
        SegmentWriter writer =
                GpuWork.loaded(GpuWork.machine(new SegmentWriter(43)).stretch(43));
        writer.stretch(43);
        GpuWork.launch(writer, 3, 1, 10, 90);
        GpuWork.node(writer, 3, 1, 1, 10, 100);
        assertThat(lanes(List.of(writer.open(directory)), 1000)).isEqualTo("""
                        43 KERNELS 1 3 0: plain 100-150 x1 #10 (1, 1, 43)
                        agents ['', 'Agent 1'], shapes [[2, 0, 0, 0, 0, 0, 0, 0, 0, 40, 4, 32, 3, 1]], merged below 0
                        """);
    }

    @Test
    void whatIsLostIsSaidForEachProcess() throws IOException, InterruptedException {
        SegmentWriter one = calls(42).submitted(0, SegmentWork.DISPATCHES, 3);
        one.stretch(42).text(9, "open").rangeOpen(9, 100);
        SegmentWriter two = new SegmentWriter(43);
        two.stretch(43).api(HIP_RUNTIME_API, 0, 1, 5, 6).count(SegmentStretch.DROPPED, 2);
        String script = """
                for p in meta['processes']:
                    print(p['pid'], p['host'], p['command'], p['recorded'], p['inFlight'], p['dropped'], p['work'][0], p['openRanges'], p['openNames'])
                print(meta['title'])
                """;
        assertThat(page(List.of(one.open(directory), two.open(directory)), 1000, script))
                .isEqualTo("""
                        42 box ['/bin/app', 'one', 'two words'] 4 1 0 [3, 0, 3, 0] 1 ['open']
                        43 box ['/bin/app', 'one', 'two words'] 1 0 2 [0, 0, 0, 0] 0 []
                        app and 1 more
                        """);
    }

    @Test
    void aTitleIsTextAndNoMarkup() throws IOException {
        try (ProcessTrace process = calls(42).open(directory)) {
            Files.writeString(
                    directory.resolve("42-1/process.properties"),
                    "pid=42\ncommand=/bin/<i>&co\\0\n",
                    StandardCharsets.UTF_8);
            try (ProcessTrace again = ProcessTrace.open(process.directory())) {
                assertThat(Files.readString(write(List.of(again), 1000)))
                        .contains("<title>&lt;i>&amp;co · rocprofv3</title>")
                        .contains("<h1>&lt;i>&amp;co</h1>");
            }
        }
    }

    private String lanes(List<ProcessTrace> processes, int mostSlices) throws IOException, InterruptedException {
        return page(processes, mostSlices, """
                rows = []
                for (process, kind, *key, size, records), slices in zip(meta['lanes'], lanes):
                    for start, end, name, count, busy, id, *own in slices:
                        text = f"{meta['processes'][process]['pid']} {meta['kinds'][kind]} {key[0]} {key[1]} {key[2]}: " \\
                            f"{meta['names'][name][1]} {start}-{end} x{count} #{id} {tuple(own)}"
                        rows.append((start, text + (f' covering {busy}' if count > 1 else '')))
                for _, text in sorted(rows): print(text)
                print(f"agents {meta['agents']}, shapes {meta['shapes']}, merged below {meta['threshold']}")
                """);
    }

    private String page(List<ProcessTrace> processes, int mostSlices, String script)
            throws IOException, InterruptedException {
        Path file = write(processes, mostSlices);
        processes.forEach(ProcessTrace::close);
        try (InputStream reader = HtmlExporterTest.class.getResourceAsStream("read_page.py")) {
            Files.write(
                    directory.resolve("read_page.py"),
                    Objects.requireNonNull(reader).readAllBytes());
        }
        return Python.run("""
                import sys
                sys.stdout.reconfigure(encoding='utf-8')
                sys.path.insert(0, sys.argv[1])
                sys.dont_write_bytecode = True
                import read_page
                meta, lanes = read_page.read(sys.argv[2])
                """ + script, directory.toString(), file.toString());
    }

    private Path write(List<ProcessTrace> processes, int mostSlices) throws IOException {
        Export export = new Export(
                new Prefix(directory.resolve("page/x")),
                processes,
                null,
                false,
                Display.plain(),
                Map.of(),
                Progress.NONE);
        List<Path> files = new HtmlExporter(mostSlices).write(export);
        assertThat(files).containsExactly(directory.resolve("page/x_results.html"));
        return files.getFirst();
    }
}
