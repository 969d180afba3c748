package io.rocprofiler.export;

import static io.rocprofiler.abi.BufferTracingKind.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.MemoryAllocationOperation;
import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.export.csv.CsvExporter;
import io.rocprofiler.export.html.HtmlExporter;
import io.rocprofiler.export.jfr.JfrExporter;
import io.rocprofiler.export.json.JsonExporter;
import io.rocprofiler.export.otf2.Otf2Exporter;
import io.rocprofiler.export.otf2.Otf2Print;
import io.rocprofiler.export.parquet.Duck;
import io.rocprofiler.export.parquet.ParquetExporter;
import io.rocprofiler.export.pftrace.PftraceExporter;
import io.rocprofiler.export.pftrace.PftraceReader;
import io.rocprofiler.export.rocpd.RocpdExporter;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.TimeSpan;
import io.rocprofiler.trace.Untimed;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.testing.GpuWork;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Exports one run in every format and reads each back with an independent reader: all have the same records, names
/// and times; of those without times, which some formats have, the others have none. A record is a line
/// `stem of the domain|name|start|end`.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EqualFormatsTest {

    private static final int CALLS = 2000;

    private static final List<Exporter> EXPORTERS = List.of(
            new CsvExporter(),
            new JsonExporter(),
            new PftraceExporter(),
            new RocpdExporter(),
            new Otf2Exporter(),
            new ParquetExporter(),
            new HtmlExporter(),
            new JfrExporter());

    @TempDir
    static Path directory;

    private final List<String> expected = new ArrayList<>();
    private final List<String> untimed = new ArrayList<>(); // without times

    @BeforeAll
    void writeAll() throws IOException {
        try (ProcessTrace process = run()) {
            process.forEach(record -> {
                String line = stem(record.kind()) + "|" + Display.plain().name(record);
                if (record.hasTimes()) {
                    expected.add(line + "|" + record.startNanos() + "|" + record.endNanos());
                } else {
                    untimed.add(line);
                }
            });
            expected.sort(null);
            assertThat(untimed)
                    .containsExactlyInAnyOrder(
                            "kernel|plain",
                            "kernel|plain",
                            "kernel|" + GpuWork.AXPY.replace(".kd", ""),
                            "memory_copy|MEMORY_COPY_HOST_TO_DEVICE");
            assertThat(Untimed.describe(process)).isEqualTo("3 kernel dispatches, 1 memory copies have no times");
            assertThat(TimeSpan.of(List.of(process)).startNanos()).isEqualTo(10_000);
            for (Exporter exporter : EXPORTERS) {
                Export export = Exports.plain(directory.resolve("out/x"), process);
                assertThat(exporter.write(export)).isNotEmpty();
            }
        }
    }

    private static String stem(int kind) {
        return Objects.requireNonNull(Domain.ofKind(kind)).stem();
    }

    /// Returns a process of two threads with calls within ranges, marks, and work of every kind on two GPUs.
    private ProcessTrace run() {
        SegmentWriter writer = GpuWork.machine(new SegmentWriter(42));
        writer.header(SegmentHeader.BOOTTIME_NS, 1000).header(SegmentHeader.END_BOOTTIME_NS, 9_000_000);
        GpuWork.loaded(writer.stretch(43));
        Random random = new Random(5);
        long id = 1;
        for (int i = 0; i < CALLS; i++) {
            long start = 10_000 + 1000L * i;
            if (i % 5 == 0) {
                writer.stretch(43 + i % 2);
            }
            BufferTracingKind kind =
                    List.of(HIP_RUNTIME_API, HSA_CORE_API, RCCL_API).get(i % 3);
            int operation = random.nextInt(Operations.count(kind) - 1);
            writer.api(kind, operation, id++, start + 100, start + 200 + random.nextInt(500));
            writer.text(id, "step " + i % 7).api(MARKER_CORE_RANGE_API, 1, id++, start, start + 900);
            if (i % 10 == 0) {
                writer.text(id, "mark " + i).api(MARKER_CORE_RANGE_API, 0, id++, start + 950, start + 950);
            }
        }
        for (int i = 0; i < 50; i++) {
            writer.stretch(43);
            long start = 20_000 + 2000L * i;
            GpuWork.dispatch(writer, i + 1, 1 + i % 2, id++, 1, 0, start, start + 700);
            GpuWork.copy(writer, MemoryCopyOperation.HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, id++, 1, start + 800);
            GpuWork.allocation(
                    writer,
                    i % 2 == 0 ? MemoryAllocationOperation.ALLOCATE : MemoryAllocationOperation.FREE,
                    i % 2 == 0 ? GpuWork.GPU : 0,
                    i % 2 == 0 ? 4096 : 0,
                    id++,
                    start + 900);
            GpuWork.scratch(writer, ScratchMemoryOperation.ALLOC, 65536, start + 1000);
        }
        writer.stretch(43);
        GpuWork.dispatch(writer, 60, 2, id++, 1, 0, 0, 0);
        GpuWork.dispatch(writer, 61, 1, id++, 1, 0, 0, 0);
        GpuWork.copy(writer, MemoryCopyOperation.HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, id++, 1, 0, 0);
        GpuWork.dispatch(writer, 62, 2, id++, 1, 0, 0, 0);
        return writer.open(directory);
    }

    /// Returns what a format has of which every record has times, or all of them with these words in place of times.
    private List<String> expected(String times) {
        return sorted(Stream.concat(expected.stream(), untimed.stream().map(line -> line + times)));
    }

    private Path file(String name) {
        return directory.resolve("out/x_" + name);
    }

    private static List<String> sorted(Stream<String> lines) {
        return lines.sorted().toList();
    }

    @Test
    void csv() throws IOException, InterruptedException {
        String lines = Python.run("""
                import csv, glob, re, sys
                for path in glob.glob(sys.argv[1] + '_*_trace.csv'):
                    stem = re.search(r'/x_(\\w+)_trace', path)[1]
                    for row in csv.DictReader(open(path, newline='')):
                        name = row.get('Function') or row.get('Kernel_Name') or row.get('Direction') or row['Operation']
                        print(stem, name, row['Start_Timestamp'], row['End_Timestamp'], sep='|')
                """, directory.resolve("out/x").toString());
        assertThat(sorted(lines.lines())).isEqualTo(expected("||"));
    }

    @Test
    void json() throws IOException, InterruptedException {
        String lines = Python.run("""
                import json, sys
                tool = json.load(open(sys.argv[1]))['rocprofiler-sdk-tool'][0]
                kinds = tool['strings']['buffer_records']
                texts = {text['key']: text['value'] for text in tool['strings']['marker_api']}
                kernels = {kernel.get('kernel_id'): kernel.get('formatted_kernel_name') for kernel in tool['kernel_symbols']}
                for array, records in tool['buffer_records'].items():
                    for record in records:
                        name = kinds[record['kind']]['operations'][record['operation']]
                        if array == 'marker_api':
                            name = texts[record['correlation_id']['internal']]
                        if array == 'kernel_dispatch':
                            name = kernels[record['dispatch_info']['kernel_id']]
                        stem = array.replace('kernel_dispatch', 'kernel')
                        print(stem, name, record['start_timestamp'], record['end_timestamp'], sep='|')
                """, file("results.json").toString());
        assertThat(sorted(lines.lines())).isEqualTo(expected("|0|0"));
    }

    @Test
    void rocpd() throws IOException, InterruptedException {
        String lines = Sqlite.query(file("results.db"), """
                SELECT lower(substr(category, 1, instr(category, '_') - 1)) || '_api',
                  coalesce(json_extract(extdata, '$.message'), name), start, end FROM regions_and_samples;
                SELECT 'kernel', name, start, end FROM kernels;
                SELECT 'memory_copy', name, start, end FROM memory_copies;
                SELECT 'memory_allocation', 'MEMORY_ALLOCATION_' || replace(type, 'ALLOC', 'ALLOCATE'), start, end
                  FROM memory_allocations WHERE level = 'REAL';
                SELECT 'scratch_memory', 'SCRATCH_MEMORY_' || operation, start, end FROM scratch_memory;
                """);
        assertThat(sorted(lines.lines())).isEqualTo(expected("|0|0"));
    }

    @Test
    void pftrace() throws IOException {
        Stream<String> lines = PftraceReader.read(file("results.pftrace")).slices().stream()
                .map(slice -> String.join(
                        "|",
                        slice.category.replace("kernel_dispatch", "kernel"),
                        slice.name,
                        String.valueOf(slice.annotations.get("begin_ns")),
                        String.valueOf(slice.annotations.get("end_ns"))));
        assertThat(sorted(lines)).isEqualTo(expected);
    }

    /// Compares all records except marks, which are not regions in OTF2, as in AMD's archives.
    @Test
    void otf2() throws IOException, InterruptedException {
        Otf2Print archive = Otf2Print.read(file("results.otf2"));
        Stream<String> regions = archive.regions().stream()
                .map(region -> String.join(
                        "|",
                        region.attributes().getOrDefault("category", "").replace("kernel_dispatch", "kernel"),
                        region.name(),
                        Long.toString(region.start()),
                        Long.toString(region.end())));
        Stream<String> marks = archive.marks().stream()
                .map(mark -> "marker_api|" + mark.text() + "|" + mark.time() + "|" + mark.time());
        assertThat(sorted(Stream.concat(regions, marks))).isEqualTo(expected);
    }

    @Test
    void parquet() throws IOException, SQLException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory.resolve("out"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".parquet")).toList()) {
                String stem = file.getFileName().toString().replaceAll("x_(.*)\\.parquet", "$1");
                String name = switch (stem) {
                    case "kernel" -> "Kernel_Name";
                    case "memory_copy" -> "Direction";
                    case "memory_allocation", "scratch_memory" -> "Operation";
                    default -> "Function";
                };
                lines.addAll(Duck.rows(
                        file, "select '" + stem + "', " + name + ", Start_Timestamp, End_Timestamp from FILE"));
            }
        }
        assertThat(sorted(lines.stream())).isEqualTo(expected("|null|null"));
    }

    @Test
    void html() throws IOException, InterruptedException, URISyntaxException {
        Path reader = Path.of(Objects.requireNonNull(getClass().getResource("html/read_page.py"))
                .toURI());
        String lines = Python.run(
                "import runpy, sys; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')",
                reader.toString(),
                file("results.html").toString());
        Stream<String> rows = lines.lines().map(EqualFormatsTest::row);
        assertThat(sorted(rows)).isEqualTo(expected);
    }

    /// Read by the JDK's own command. A recording has times of day: the run's began in 1970.
    @Test
    void jfr() throws IOException, InterruptedException {
        String lines = Python.run(
                """
                import datetime, json, re, subprocess, sys
                stems = {'HipCall': 'hip_api', 'HsaCall': 'hsa_api', 'RcclCall': 'rccl_api', 'RoctxRange': 'marker_api',
                         'GpuKernel': 'kernel', 'GpuCopy': 'memory_copy', 'GpuMemory': 'memory_allocation',
                         'GpuScratch': 'scratch_memory'}
                def nanos(time):
                    day, fraction, zone = re.fullmatch(r'(.{19})(?:\\.(\\d+))?(.*)', time).groups()
                    seconds = datetime.datetime.fromisoformat(day + zone.replace('Z', '+00:00')).timestamp()
                    return int(seconds) * 10**9 + int((fraction or '').ljust(9, '0'))
                def length(duration):
                    return round(float(re.fullmatch(r'PT([\\d.E-]+)S', duration)[1]) * 10**9)
                text = subprocess.run([sys.argv[1], 'print', '--json', sys.argv[2]], capture_output=True, check=True)
                for event in json.loads(text.stdout)['recording']['events']:
                    values = event['values']
                    stem = stems[event['type'].removeprefix('io.rocprofiler.')]
                    name = next(values[key] for key in ('function', 'message', 'kernel', 'direction', 'operation')
                                if key in values)
                    start = nanos(values['startTime']) + 1000
                    print(stem, name, start, start + length(values['duration']), sep='|')
                """,
                System.getProperty("java.home") + "/bin/jfr",
                file("results.jfr").toString());
        assertThat(sorted(lines.lines())).isEqualTo(expected);
    }

    /// Returns a row from `domain pid "name" start end id records`.
    private static String row(String line) {
        int quote = line.lastIndexOf('"');
        String name = line.substring(line.indexOf('"') + 1, quote);
        String[] numbers = line.substring(quote + 2).split(" ", -1);
        String domain = line.substring(0, line.indexOf(' '));
        return String.join("|", stem(domain), name, numbers[0], numbers[1]);
    }

    private static String stem(String domain) {
        return Arrays.stream(Domain.values())
                .filter(value -> value.name().equals(domain) || value.stem().equals(domain))
                .findFirst()
                .orElseThrow()
                .stem();
    }
}
