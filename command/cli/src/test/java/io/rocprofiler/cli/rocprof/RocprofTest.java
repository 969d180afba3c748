package io.rocprofiler.cli.rocprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rocprofiler.abi.internal.JournalConstants;
import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.journal.JournalWriter;
import io.rocprofiler.cli.run.FrontProcess;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class RocprofTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--hip-trace                     | no program to run: rocprof --hip-trace program arguments",
                "app                             | no tracing option: --hip-trace, --hsa-trace, --sys-trace or --roctx-trace",
                "--from a --write b              | --from and --write make different files of the same: one of them",
                "--write b app                   | --write b runs no program: app",
                "--nonsense app                  | --nonsense is not an option here; rocprofv3 may have it; see rocprof --help",
                "-i counters.txt app             | input file 'counters.txt' is no .xml file: which functions to trace is all that can be said; counters are not read",
                "--hip-trace --trace-start x app | Invalid value for option '--trace-start': 'x' is neither yes nor no; if it is the program, put -- before it; see rocprof --help",
            })
    void whatIsNotUnderstoodIsOneLine(String arguments, String line) {
        CommandException e = catchThrowableOfType(
                CommandException.class,
                () -> new Rocprof(Map.of(), System.out, new Log(System.err, "rocprof"), FrontProcess.find())
                        .run(List.of(arguments.strip().split(" "))));
        assertThat(e.line()).isEqualTo(line);
        assertThat(e.exitCode()).isEqualTo(CommandException.USAGE);
    }

    @Test
    void helpIsOnStdout() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stdout = new PrintStream(out, true, StandardCharsets.UTF_8);
        assertThat(new Rocprof(Map.of(), stdout, new Log(System.err, "rocprof"), FrontProcess.find())
                        .run(List.of("--help")))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Usage: rocprof [options] program", "--trace-period");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--hip-trace                        | {ROCTRACER_DOMAIN=:hip:roctx}",
                "--hsa-trace --hip-trace            | {ROCTRACER_DOMAIN=:hip:hsa:roctx}",
                "--sys-trace --basenames on         | {ROCTRACER_DOMAIN=:sys:roctx, ROCP_TRUNCATE_NAMES=1}",
                "--stats                            | {ROCTRACER_DOMAIN=:hip:roctx}",
                "--roctx-trace --trace-start off    | {ROCTRACER_DOMAIN=:roctx, ROCP_CTRL_RATE=-1:0:0}",
                "--hip-trace --trace-period 1:2ms:3s| {ROCTRACER_DOMAIN=:hip:roctx, ROCP_CTRL_RATE=1:2000:3000000}",
                "--hip-trace --flush-rate 1m        | {ROCTRACER_DOMAIN=:hip:roctx, ROCP_FLUSH_RATE=60000000}",
                "-i /f.xml                          | {ROCTRACER_DOMAIN=, ROCP_INPUT=/f.xml}",
            })
    void optionsBecomeVariablesOfTheTool(String arguments, String variables) {
        assertThat(RocprofVariables.of(options(arguments + " app"))).hasToString(variables);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--trace-period 1:2      | --trace-period '1:2' is not delay:length:rate",
                "--trace-period 1:3:2    | --trace-period '1:3:2': the length is greater than the rate",
                "--trace-period 1:2h:3   | --trace-period '2h' is no time: a number with m, s, ms or us",
                "--flush-rate 0          | --flush-rate '0' is not between 1 and 4294967294 us",
                "--trace-period 9999m:1:1| --trace-period '9999m' is not between 0 and 4294967294 us",
            })
    void timesThatAreNoneAreRefused(String arguments, String line) {
        RocprofOptions options = options("--hip-trace " + arguments + " app");
        assertThat(catchThrowableOfType(CommandException.class, () -> RocprofVariables.of(options))
                        .line())
                .isEqualTo(line);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--hip-trace app -x 1            | rocprofv3 --hip-trace --kernel-trace --memory-copy-trace --marker-trace -o results -- app -x 1",
                "--hsa-trace -o my.csv app       | rocprofv3 --hsa-trace --memory-copy-trace --marker-trace -o my -- app",
                "--roctx-trace --stats app $HOME | rocprofv3 --marker-trace --stats -o results -- app '$HOME'",
                "--sys-trace --basenames on app  | rocprofv3 --hip-trace --hsa-trace --kernel-trace --memory-copy-trace --marker-trace --truncate-kernels -o results -- app",
            })
    void rocprofv3CanDoTheSame(String arguments, String line) {
        assertThat(RocprofEquivalent.of(options(arguments))).isEqualTo(line);
    }

    @Test
    void whatRocprofv3DoesNotHaveIsSaid() {
        assertThat(RocprofEquivalent.without(
                        options("-i f.xml --trace-start off --trace-period 1:2:3 --flush-rate 5 app")))
                .containsExactly("-i", "--trace-start", "--trace-period", "--flush-rate");
    }

    @Test
    void theLinesOfAllProcessesBecomeOneFileAndStatistics(@TempDir Path folder) throws IOException {
        Path data = Files.createDirectory(folder.resolve("data"));
        try (JournalWriter ten = new JournalWriter(data, 10, "calls");
                JournalWriter nine = new JournalWriter(data, 9, "calls")) {
            ten.chunk(JournalConstants.JOURNAL_HIP).hip("hipFree", 3, 5, 0);
            nine.chunk(JournalConstants.JOURNAL_HIP).hip("hipFree", 1, 2, 0);
            nine.chunk(JournalConstants.JOURNAL_HIP).hip("hipDeviceReset", 1, 2);
            nine.chunk(JournalConstants.JOURNAL_WORK).kernel("_ZN1a1bEv", 1, 7).copy(1, 4);
        }
        Files.writeString(data.resolve("other.txt"), "");
        RocprofFiles files = new RocprofFiles(data, folder.resolve("run"));
        assertThat(files.collect().files())
                .map(path -> path.getFileName().toString())
                .containsExactly("run.hip_api_trace.txt", "run.hcc_ops_trace.txt", "run.async_copy_trace.txt");
        assertThat(files.result("hip_api_trace.txt")).hasContent("""
                1:2 9:9 hipFree(ptr=0) :1
                1:2 9:9 hipDeviceReset() :1
                3:5 10:10 hipFree(ptr=0) :1
                """);
        assertThat(RocprofStatistics.write(files)).hasSize(3);
        assertThat(files.result("hip_stats.csv")).hasContent("""
                "Name","Calls","TotalDurationNs","AverageNs","Percentage"
                "hipFree",2,3,1,75.0000
                "hipDeviceReset",1,1,1,25.0000
                """);
        assertThat(files.result("stats.csv")).content().endsWith("\"b\",1,6,6,100.0000\n");
        assertThat(files.result("copy_stats.csv")).content().endsWith("\"async-copy\",1,3,3,100.0000\n");
        files.deleteData();
        assertThat(data).doesNotExist();
    }

    private static RocprofOptions options(String arguments) {
        RocprofOptions options = new RocprofOptions();
        new CommandLine(options).setStopAtPositional(true).parseArgs(arguments.split(" +"));
        return options;
    }
}
