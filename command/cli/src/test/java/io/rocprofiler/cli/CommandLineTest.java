package io.rocprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.options.Format;
import io.rocprofiler.cli.options.Option;
import io.rocprofiler.cli.options.OptionGroup;
import io.rocprofiler.cli.options.Version;
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

class CommandLineTest {

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--nonsense -- app           | unknown option --nonsense; see rocprofv3 --help",
                "--hip-trac -- app           | unknown option --hip-trac; did you mean --hip-trace?",
                "--hip-trace=maybe -- app    | Invalid value for option '--hip-trace': 'maybe' is neither yes nor no; if it is the program, put -- before it; see rocprofv3 --help",
                "app --hip-trace             | put -- before the program: rocprofv3 -- app --hip-trace",
                "--hip-trace app 1 2         | put -- before the program: rocprofv3 --hip-trace -- app 1 2",
                "-s -f csv pdf -- app        | output format 'pdf' is not known; there are ${formats}",
                "-s -u hours -- app          | --summary-units: 'hours' is not one of sec, msec, usec, nsec, fit",
                "-s --summary-groups [ -- a  | summary group '[' is no regular expression: Unclosed character class",
                "-s --log-level loud -- app  | --log-level: 'loud' is not one of fatal, error, warning, info, trace, env, config",
                "-s -d                       | Missing required parameter for option '--output-directory' (DIR); see rocprofv3 --help",
                "-s -P 1:2 -- app            | collection period '1:2' is not delay:duration:repeat, 5:1:10 for instance",
                "-s --collection-period-unit year -- a | --collection-period-unit: 'year' is not one of hour, min, sec, msec, usec, nsec",
                "-s --benchmark-mode fast -- app | --benchmark-mode: 'fast' is not one of disabled-sdk-contexts, sdk-buffer-overhead, sdk-callback-overhead, tool-runtime-overhead, execution-profile",
                "-s --perfetto-backend x -- a | --perfetto-backend: 'x' is not one of inprocess, system",
                "-s --minimum-output-data x -- a | minimum output data 'x' is no number",
                "-s --start 1 -- app         | unknown option --start; did you mean --stats?",
                "-s -u hours -u days -- app  | --summary-units: 'days' is not one of sec, msec, usec, nsec, fit",
                "-s -d x --readlink --realpath -d y -f pdf -- a | output format 'pdf' is not known; there are ${formats}",
                "convert DIR --start x       | time 'x' is neither nanoseconds as in the files, nor a share of the run (20%), nor a time after its beginning (1.5s, 10ms, 7us, 100ns)",
                "convert DIR --thread x      | --thread: 'x' is no number",
                "convert DIR --name [        | name '[' is no regular expression: Unclosed character class",
                "--doctor --only pyton       | --only: no check and no group is 'pyton'; rocprofv3 --doctor --list-checks has them all",
                "--doctor --skip driver.x    | --skip: no check and no group is 'driver.x'; rocprofv3 --doctor --list-checks has them all",
                "--doctor --format xml       | --format: 'xml' is not one of text, json",
                "--doctor --fix              | unknown option --fix; see rocprofv3 --doctor --help",
                "convert                     | Missing required parameter: 'DIR'; see rocprofv3 --help",
            })
    void whatIsNotUnderstoodIsOneLine(String arguments, String line) {
        CommandException e = failure(Map.of(), arguments);
        assertThat(e.line()).isEqualTo(line.replace("${formats}", Format.names()));
        assertThat(e.exitCode()).isEqualTo(CommandException.USAGE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--          | No application provided: rocprofv3 --sys-trace -- program arguments",
                "--hip-trace | No application provided: rocprofv3 --sys-trace -- program arguments",
                "-p 7        | --pid: no attachment to a program that runs; start it with rocprofv3 -- program",
            })
    void withoutAProgramTheCommandFails(String arguments, String line) {
        CommandException e = failure(Map.of(), arguments);
        assertThat(e.line()).isEqualTo(line);
        assertThat(e.exitCode()).isEqualTo(CommandException.FAILED);
    }

    @Test
    void summariesOfNothingAreRefused() {
        assertThat(failure(Map.of(), "--stats -- app").line())
                .isEqualTo("statistics and summaries need a tracing option, --sys-trace for instance");
        assertThat(err()).endsWith("rocprofv3: warning: No tracing options were enabled.\n");
        assertThat(failure(Map.of("ROCPROFILER_CI", "on"), "-- app").exitCode()).isEqualTo(CommandException.FAILED);
    }

    @Test
    void echoAndTheListOfAgentsNeedNothingToRun() {
        assertThat(run("--echo -- app a b")).isZero();
        assertThat(out()).isEqualTo("command: ['app', 'a', 'b']\n");
        assertThat(run("-L")).isZero();
        assertThat(out()).endsWith("Counters, PC sampling and thread trace: not available here\n");
    }

    @Test
    void theListOfAgentsGoesWhereTheFilesGo(@TempDir Path folder) throws IOException {
        assertThat(run("-L -d " + folder)).isZero();
        String pid = Long.toString(ProcessHandle.current().pid());
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        assertThat(folder.resolve(host).resolve(pid + "_list_avail.txt"))
                .content()
                .endsWith("not available here\n");
        assertThat(run("-L -o " + folder + "/a_{pid}")).isZero();
        assertThat(folder.resolve("a_" + pid + "_list_avail.txt")).exists();
        assertThat(run("-L --pmc A --pmc B -d " + folder + " -o list")).isZero();
        assertThat(folder.resolve("pass_1/list_list_avail.txt")).exists();
        assertThat(folder.resolve("pass_2/list_list_avail.txt")).exists();
        assertThat(out()).isEmpty();
        assertThat(failure(Map.of(), "-L -d /proc/self/none").line()).startsWith("/proc/self/none/");
    }

    @Test
    void theDoctorHasOptionsOfItsOwn() {
        assertThat(run("--doctor --list-checks")).isZero();
        assertThat(out()).contains("  driver.kfd-readable ", "  smoke.avail-info ");
        out.reset();
        assertThat(run("--doctor --only container.detected --format json")).isZero();
        assertThat(out()).contains("\"id\" : \"container.detected\"").doesNotContain("driver.");
        out.reset();
        assertThat(run("--sys-trace --doctor --only container.detected --only environ.beta-gates -q"))
                .isZero();
        assertThat(out()).contains("  Summary: 2 passed, 0 warning(s), 0 failed, 0 skipped (2 total)\n");
        assertThat(run("--doctor --help")).isZero();
        assertThat(out()).contains("Usage: rocprofv3 --doctor", "--run-smoke-test");
    }

    @Test
    void theHelpHasAmdsGroupsInItsOrder() {
        run("--help");
        int last = 0;
        for (OptionGroup group : OptionGroup.values()) {
            int at = out().indexOf("\n" + group.heading() + ":\n");
            assertThat(at).as(group.heading()).isGreaterThan(last);
            last = at;
        }
        for (Option option : Option.values()) {
            boolean listed = option.form().run() && !option.form().hidden();
            assertThat(java.util.regex.Pattern.compile("[ ,]" + option.longName() + "[\\[=, \n]")
                            .matcher(out())
                            .find())
                    .as(option.longName())
                    .isEqualTo(listed);
        }
    }

    @Test
    void helpAndVersionEndWithSuccessOnStdout() {
        assertThat(run("")).isZero();
        assertThat(out()).startsWith("Usage: rocprofv3 [options] -- program");
        out.reset();
        assertThat(run("--help")).isZero();
        assertThat(out()).contains("Usage: rocprofv3 [options] -- program", "--sys-trace", "127 ");
        assertThat(out().replaceAll("\\s+", " "))
                .contains("Without a tracing option nothing is traced", "Examples: rocprofv3 --sys-trace -f html");
        assertThat(out().lines().filter(line -> line.startsWith("  rocprofv3 ")))
                .hasSize(3);
        assertThat(run("-v")).isZero();
        assertThat(out()).contains("version: " + Version.NUMBER);
        assertThat(out().lines()
                        .skip(out().lines().count() - 10)
                        .map(line -> line.substring(0, 20).strip()))
                .containsExactly(
                        "version",
                        "git_revision",
                        "library_arch",
                        "system_name",
                        "system_processor",
                        "system_version",
                        "compiler_id",
                        "compiler_version",
                        "rocm_version",
                        "product");
        assertThat(run("convert --help")).isZero();
        assertThat(err()).isEmpty();
    }

    private CommandException failure(Map<String, String> environment, String arguments) {
        return catchThrowableOfType(CommandException.class, () -> run(environment, arguments));
    }

    private int run(String arguments) {
        return run(Map.of(), arguments);
    }

    private int run(Map<String, String> environment, @org.jspecify.annotations.Nullable String arguments) {
        List<String> words = arguments == null || arguments.isBlank() ? List.of() : List.of(arguments.split(" "));
        return new RocprofV3(environment, print(out), new Log(print(err)), FrontProcess.find()).run(words);
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
