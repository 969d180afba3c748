package io.rocprofiler.export.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.export.Python;
import io.rocprofiler.export.SampleRun;
import io.rocprofiler.export.text.Numbers;
import io.rocprofiler.trace.ProcessTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvExporterTest {

    @TempDir
    Path directory;

    private ProcessTrace process;

    @BeforeEach
    void open() {
        process = SampleRun.open(directory);
    }

    @AfterEach
    void close() {
        process.close();
    }

    @Test
    void tracesHaveOneFilePerDomainSortedByStart() throws IOException {
        assertThat(names(write(false)))
                .containsExactly("x_hsa_api_trace.csv", "x_hip_api_trace.csv", "x_marker_api_trace.csv");
        assertThat(text("hip_api_trace")).isEqualTo("""
                        "Domain","Function","Process_Id","Thread_Id","Correlation_Id","Start_Timestamp","End_Timestamp"
                        "HIP_COMPILER_API_EXT","__hipPopCallConfiguration",42,42,4,1900,1910
                        "HIP_RUNTIME_API_EXT","hipMalloc",42,43,2,2000,2500
                        "HIP_RUNTIME_API_EXT","hipMalloc",42,42,5,2100,2400
                        "HIP_RUNTIME_API_EXT","hipFree",42,43,3,2600,2700
                        "HIP_RUNTIME_API_EXT","hipMemcpy",42,42,800,8000,8005
                        "HIP_RUNTIME_API_EXT","hipLaunchKernel",42,42,801,8010,8015
                        """);
        assertThat(text("hsa_api_trace")).endsWith("\"HSA_CORE_API\",\"hsa_init\",42,42,7,3700,3750\n");
    }

    @Test
    void statisticsAreSortedByTotal() throws IOException {
        assertThat(names(write(true)))
                .endsWith("x_hsa_api_stats.csv", "x_hip_api_stats.csv", "x_marker_api_stats.csv", "x_domain_stats.csv");
        assertThat(text("hip_api_stats")).isEqualTo("""
                        "Name","Calls","TotalDurationNs","AverageNs","Percentage","MinNs","MaxNs","StdDev"
                        "hipMalloc",2,800,400.000000,86.96,300,500,141.421356
                        "hipFree",1,100,100.000000,10.87,100,100,0.00000000e+00
                        "__hipPopCallConfiguration",1,10,10.000000,1.09,10,10,0.00000000e+00
                        "hipLaunchKernel",1,5,5.000000,0.5435,5,5,0.00000000e+00
                        "hipMemcpy",1,5,5.000000,0.5435,5,5,0.00000000e+00
                        """);
        assertThat(text("domain_stats").lines().skip(1))
                .containsExactly(
                        "\"MARKER_API\",2,2000,1000.000000,67.34,0,2000,1414.213562",
                        "\"HIP_API\",6,920,153.333333,30.98,5,500," + spread(),
                        "\"HSA_API\",1,50,50.000000,1.68,50,50,0.00000000e+00");
    }

    /// Returns the standard deviation of 500, 300, 100, 10, 5, 5, by the textbook formula.
    private static String spread() {
        double mean = 920 / 6.0;
        double sum = 0;
        for (int value : new int[] {500, 300, 100, 10, 5, 5}) {
            sum += (value - mean) * (value - mean);
        }
        return Numbers.fixed(Math.sqrt(sum / 5), 6);
    }

    @Test
    void pythonReadsEveryCellBack() throws IOException, InterruptedException {
        write(false);
        String script = """
                import csv, sys, json
                rows = list(csv.reader(open(sys.argv[1], newline='', encoding='utf-8'), strict=True))
                assert all(len(row) == 7 for row in rows), rows
                print(json.dumps([row[1] for row in rows]))
                """;
        String functions =
                Python.run(script, directory.resolve("x_marker_api_trace.csv").toString());
        assertThat(functions.strip())
                .isEqualTo("[\"Function\", \"step\", \"say \\\"hi\\\", na\\u00efve\\nline 2 \\u2603\"]");
    }

    @Test
    void aDirectoryIsMadeAndAFileInItsPlaceIsAnError() throws IOException {
        Path deep = directory.resolve("a").resolve("b").resolve("x");
        assertThat(new CsvExporter().write(SampleRun.export(process, deep, false)))
                .hasSize(3);
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> new CsvExporter().write(SampleRun.export(process, file.resolve("x"), false)))
                .isInstanceOf(IOException.class);
    }

    private List<Path> write(boolean statistics) throws IOException {
        return new CsvExporter().write(SampleRun.export(process, directory.resolve("x"), statistics));
    }

    private static List<String> names(List<Path> files) {
        return files.stream().map(file -> file.getFileName().toString()).toList();
    }

    private String text(String name) throws IOException {
        return Files.readString(directory.resolve("x_" + name + ".csv"));
    }
}
