package io.rocprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.cli.convert.OneRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs the command as a separate process, with programs that only pretend to be traced.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a hang is a failure, not a stuck build
class TracedRunTest {

    private static final String NOTHING =
            "rocprofv3: warning: nothing was recorded: no process that its environment reached used a ROCm runtime that can be traced, or a line above says why not; rocprofv3 goes behind what clears the environment or starts programs elsewhere";

    /// Ends by itself after a while, so that no test leaves it behind.
    private static final String WAIT = "i=0; while [ $i -lt 600 ]; do sleep 0.05; i=$((i+1)); done";

    @TempDir
    Path directory;

    private Dist dist;

    @BeforeEach
    void install() throws IOException {
        dist = Dist.in(directory);
    }

    @Test
    void theProgramsOutputAndExitCodeComeThroughUntouched() throws Exception {
        Result result = run("--sys-trace", "-d", "out", "--", "sh", "-c", "echo to stdout; echo to stderr >&2; exit 7");
        assertThat(result.code()).isEqualTo(7);
        assertThat(result.out()).isEqualTo("to stdout\n");
        assertThat(result.lines()).hasSize(2).startsWith("to stderr");
        assertThat(result.lines().getLast()).startsWith(NOTHING);
        assertThat(directory.resolve("out")).isEmptyDirectory();
    }

    @Test
    void whatTheProgramRecordedIsWritten() throws Exception {
        OneRecord.write(directory.resolve("prepared"), 99);
        Result result = run(
                "--hsa-trace",
                "-d",
                "out/%tag%",
                "-o",
                "%hostname%_%pid%",
                "-f",
                "csv",
                "json",
                "--stats",
                "-S",
                "--",
                "sh",
                "-c",
                "cp -r prepared \"$ROCPROFILER_COLLECTOR_DIR/99-1000\"");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).isEmpty();
        Path prefix = Path.of("out/app/box_99");
        assertThat(result.lines())
                .startsWith("rocprofv3: wrote " + prefix
                        + "_{hsa_api_trace.csv,hsa_api_stats.csv,domain_stats.csv,results.json}")
                .contains("    ROCPROFV3 SUMMARY:");
        assertThat(Files.readString(directory.resolve(prefix + "_hsa_api_trace.csv")))
                .endsWith("\n\"HSA_CORE_API\",\"hsa_init\",99,99,1,1000,1500\n");
    }

    @Test
    void aRunCanBeConvertedAgain() throws Exception {
        OneRecord.write(directory.resolve("segments/99-1000"), 99);
        Result result = run("convert", "segments", "-d", "again", "-o", "x", "-f", "JSON");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.lines()).containsExactly("rocprofv3: wrote again/x_results.json");
    }

    /// Parses the file with Python's json module; it has every key of AMD's file.
    @Test
    void theConfigurationIsWrittenWhereItIsAskedFor() throws Exception {
        assumePython();
        OneRecord.write(directory.resolve("segments/99-1000"), 99);
        Result result = run("convert", "segments", "-d", "{pid}", "-o", "%tag%", "-S", "--output-config");
        assertThat(result.lines()).startsWith("rocprofv3: wrote 99/app_config.json");
        String script = """
                import json
                (element,) = json.load(open('99/app_config.json'))['rocprofiler-sdk-tool']
                data = element['metadata']
                print(*sorted(data))
                print(data['pid'], data['command'], data['config']['output_path'], data['config']['raw_output_path'])
                print(*data['config'])
                print(*data['build_spec'])
                """;
        Result read = Result.of(new ProcessBuilder("python3", "-c", script).directory(directory.toFile()));
        assertThat(read.out()).as(read.err()).isEqualTo("""
                build_spec command config environment fini_time init_time pid
                99 ['/usr/bin/app', 'x'] 99 {pid}
                output_path output_file tmp_directory raw_output_path raw_output_file raw_tmp_directory \
                perfetto_backend perfetto_buffer_fill_policy perfetto_buffer_size perfetto_shmem_size_hint \
                summary summary_per_domain summary_groups summary_unit summary_file \
                csv_output json_output pftrace_output otf2_output summary_output rocpd_output kernel_rename group_by_queue
                version_major version_minor version_patch soversion compiler_id compiler_version \
                git_describe git_revision library_arch system_name system_processor system_version
                """);
    }

    @Test
    void tooFewRecordsAreNotWorthAFile() throws Exception {
        OneRecord.write(directory.resolve("segments/99-1000"), 99);
        Result result = run("convert", "segments", "-o", "x", "-f", "csv", "--minimum-output-data", "1");
        assertThat(result.lines())
                .containsExactly("rocprofv3: nothing written for " + directory.resolve("x")
                        + ": fewer than 1024 bytes of records");
        assertThat(run("convert", "segments", "-o", "x", "-f", "csv", "--process", "98")
                        .lines())
                .containsExactly("rocprofv3: the run has no such process");
        assertThat(run("convert", "segments", "-o", "x", "-f", "csv", "--process", "99")
                        .lines())
                .hasSize(1);
    }

    @Test
    void eachJobIsARunWithAFolderOfItsOwnAndTheLastBadCodeCounts() throws Exception {
        OneRecord.write(directory.resolve("prepared"), 99);
        Files.writeString(directory.resolve("jobs.json"), """
                {"jobs": [{"hsa_trace": true, "output_format": "csv"}, {"hsa_core_trace": true, "output_format": ["json"]}]}
                """);
        String program =
                "cp -r prepared \"$ROCPROFILER_COLLECTOR_DIR/99-1000\"; echo $ROCPROF_OUTPUT_FORMAT; test $ROCPROF_OUTPUT_FORMAT = json";
        Result result = run("-i", "jobs.json", "-d", "out", "-o", "x", "--", "sh", "-c", program);
        assertThat(result.out()).isEqualTo("csv\njson\n");
        assertThat(result.lines())
                .containsExactly(
                        "rocprofv3: wrote out/pass_1/x_hsa_api_trace.csv",
                        "rocprofv3: wrote out/pass_2/x_results.json");
        assertThat(result.code()).isEqualTo(1);
    }

    @Test
    void oneJobRunsWhereTheCommandSays() throws Exception {
        Files.writeString(directory.resolve("one.yml"), "jobs:\n  - marker_trace: true\n");
        Result result = run("-i", "one.yml", "-d", "out", "--", "sh", "-c", "echo $ROCPROF_MARKER_API_TRACE; exit 3");
        assertThat(result.out()).isEqualTo("1\n");
        assertThat(result.code()).isEqualTo(3);
        Result counters = run("-i", "pmc.txt", "--", "true");
        assertThat(counters.lines()).containsExactly("rocprofv3: input file pmc.txt: no such file");
    }

    @Test
    void librariesToPreloadStandFirst() throws Exception {
        ProcessBuilder command =
                dist.command("--hsa-trace", "--preload", "/a.so", "/b.so", "--", "sh", "-c", "echo $LD_PRELOAD");
        command.environment().put("LD_PRELOAD", "/c.so");
        assertThat(Result.of(command).out()).startsWith("/a.so:/b.so:/c.so");
    }

    @Test
    void processesWithTheSameFileNameShareTheFile() throws Exception {
        OneRecord.write(directory.resolve("segments/99-1000"), 99);
        OneRecord.write(directory.resolve("segments/98-1000"), 98);
        run("convert", "segments", "-o", "x", "-f", "csv");
        assertThat(Files.readAllLines(directory.resolve("x_hsa_api_trace.csv"))).hasSize(3);
    }

    @Test
    void aDamagedSegmentIsOneLineAndTheOthersAreWritten() throws Exception {
        OneRecord.write(directory.resolve("segments/99-1000"), 99);
        Path damaged =
                OneRecord.write(directory.resolve("segments/98-1000"), 98).resolve("records.seg");
        Files.write(damaged, "nonsense".repeat(1000).getBytes(StandardCharsets.US_ASCII));
        Result result = run("convert", "segments", "-o", "x", "-f", "csv");
        assertThat(result.code()).isZero();
        assertThat(result.lines())
                .containsExactly(
                        "rocprofv3: warning: segments/98-1000/records.seg: not a trace segment (its first bytes are not"
                                + " RPJSEG01); nothing recovered",
                        "rocprofv3: wrote " + directory.resolve("x_hsa_api_trace.csv"));
    }

    @Test
    void theProgramsEnvironmentSaysWhatToTrace() throws Exception {
        ProcessBuilder command = dist.command(
                "--hip-trace",
                "--hsa-trace=no",
                "--marker-trace",
                "-f",
                "json",
                "-d",
                "out",
                "--",
                "sh",
                "-c",
                "unset LD_PRELOAD; env | grep -E 'ROCPROF|LD_LIBRARY|^LC_ALL|^JAVA_TOOL' | sort; exit 1");
        Map<String, String> environment = command.environment();
        environment.clear();
        environment.put("PATH", System.getenv("PATH"));
        environment.put("LD_LIBRARY_PATH", "/own");
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("ROCPROF_HSA_CORE_API_TRACE", "yes");
        Result result = Result.of(command);
        assertThat(result.out().replaceAll("\\d+\\.segments", "N.segments"))
                .isEqualTo("""
                        LC_ALL=C.UTF-8
                        LD_LIBRARY_PATH=ROOT/lib:/own
                        ROCPROFILER_COLLECTOR_DIR=HERE/out/N.segments
                        ROCPROFILER_JAVA_TOOLS=ROOT/lib/java/rocprofiler-collector.jar
                        ROCPROFILER_RECORDER_PLANS=HERE/out/N.segments/recorder.plans
                        ROCPROFILER_REGISTER_FORCE_LOAD=1
                        ROCPROFILER_REGISTER_LIBRARY=ROOT/lib/librocprofiler-sdk.so.1
                        ROCPROF_HIP_COMPILER_API_TRACE=1
                        ROCPROF_HIP_RUNTIME_API_TRACE=1
                        ROCPROF_HSA_AMD_EXT_API_TRACE=0
                        ROCPROF_HSA_CORE_API_TRACE=yes
                        ROCPROF_HSA_FINALIZER_EXT_API_TRACE=0
                        ROCPROF_HSA_IMAGE_EXT_API_TRACE=0
                        ROCPROF_MARKER_API_TRACE=1
                        ROCPROF_OUTPUT_FILE_NAME=%hostname%/%pid%
                        ROCPROF_OUTPUT_FORMAT=json
                        ROCPROF_OUTPUT_PATH=out
                        """.replace("ROOT", dist.root().toString()).replace("HERE", directory.toString()));
    }

    @Test
    void badInputIsOneLineEach() throws Exception {
        assertLine(127, "program not found: no-such-program", "-s", "--", "no-such-program");
        assertLine(126, "cannot execute " + directory + ": permission denied", "-s", "--", directory.toString());
        Path file = Files.writeString(directory.resolve("file"), "text");
        assertLine(126, "cannot execute " + file + ": permission denied", "-s", "--", file.toString());
        assertLine(1, "cannot write to output directory file/x: Not a directory", "-s", "-d", "file/x", "--", "true");
        assertLine(1, "nowhere: no such file", "convert", "nowhere");
        Files.delete(dist.root().resolve("lib/java/rocprofiler-collector.jar"));
        assertLine(
                1,
                "the installation is incomplete, " + dist.root() + "/lib/java/rocprofiler-collector.jar is missing",
                "-s",
                "--",
                "true");
    }

    private void assertLine(int code, String line, String... arguments) throws Exception {
        Result result = run(arguments);
        assertThat(result.lines()).containsExactly("rocprofv3: " + line);
        assertThat(result.code()).isEqualTo(code);
        assertThat(result.out()).isEmpty();
    }

    /// In tests that run in the background of a shell, SIGINT and SIGQUIT are ignored from the start, and stay
    /// ignored after exec.
    private static final List<String> DEFAULT_SIGNALS = List.of("env", "--default-signal");

    @Test
    void aSignalToTheCommandReachesTheProgramsOwnHandler() throws Exception {
        for (String signal : new String[] {"TERM", "INT", "HUP", "QUIT", "USR1", "USR2"}) {
            String script = "trap 'echo handled " + signal + "; exit 9' " + signal + "; echo ready; " + WAIT;
            ProcessBuilder builder = dist.command("-s", "-d", "out", "--", "sh", "-c", script);
            builder.command().addAll(0, DEFAULT_SIGNALS);
            Process command = builder.start();
            try (BufferedReader out = reader(command)) {
                assertThat(out.readLine()).isEqualTo("ready");
                kill(signal, command.pid());
                assertThat(out.readLine()).isEqualTo("handled " + signal);
                assertThat(command.waitFor()).as(signal).isEqualTo(9);
            } finally {
                command.destroyForcibly();
            }
        }
    }

    @Test
    void theCommandEndsByTheSignalThatEndedTheProgram() throws Exception {
        String script = """
                import subprocess, sys
                for signal in 15, 9, 11, 6:
                    command = sys.argv[1:] + ['-s', '-d', 'out', '--', 'sh', '-c', 'ulimit -c 0; kill -%d $$' % signal]
                    print(subprocess.run(command, stderr=subprocess.DEVNULL).returncode, flush=True)
                """;
        ProcessBuilder builder = dist.command();
        builder.command().addAll(0, List.of("python3", "-c", script));
        assumePython();
        assertThat(Result.of(builder).out().lines()).containsExactly("-15", "-9", "-11", "-6");
    }

    @Test
    void aStoppedProgramStopsTheCommandAndGoesOnWithIt() throws Exception {
        assumePython();
        // The kernel does not stop an orphaned process group: create one with a parent in its session.
        String ownGroup = "import os, sys; os.setpgid(0, 0); os.execvp(sys.argv[1], sys.argv[1:])";
        ProcessBuilder builder = dist.command("-s", "-d", "out", "--", "sh", "-c", "echo $$; " + WAIT);
        builder.command().addAll(0, List.of("python3", "-c", ownGroup));
        Process command = builder.start();
        try (BufferedReader out = reader(command)) {
            long program = Long.parseLong(out.readLine());
            kill("TSTP", command.pid());
            awaitState(command.pid(), "T");
            awaitState(program, "T");
            kill("CONT", command.pid());
            awaitState(program, "SR");
            kill("TERM", command.pid());
            assertThat(command.waitFor()).isEqualTo(128 + 15);
        } finally {
            command.destroyForcibly();
        }
    }

    /// The terminal signals both the command and the program; the program's reaction decides.
    @Test
    void ctrlCOnATerminalIsTheProgramsAffair() throws Exception {
        assumePython();
        String terminal = """
                import os, pty, sys
                pid, fd = pty.fork()
                if pid == 0:
                    os.execvp(sys.argv[1], sys.argv[1:])
                seen = b''
                while b'ready' not in seen:
                    seen += os.read(fd, 4096)
                os.write(fd, b'\\x03')
                try:
                    while True:
                        seen += os.read(fd, 4096)
                except OSError: # what a terminal says when nobody holds it any more
                    pass
                print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), seen.count(b'handled'))
                """;
        for (String script : List.of("exit 6", "sleep 0.2; exit 6")) {
            ProcessBuilder builder = dist.command(
                    "-s",
                    "-d",
                    "out",
                    "--",
                    "sh",
                    "-c",
                    "trap 'echo handled; " + script + "' INT; echo ready; " + WAIT);
            builder.command().addAll(0, List.of("python3", "-c", terminal));
            builder.command().addAll(0, DEFAULT_SIGNALS);
            assertThat(Result.of(builder).out()).isEqualTo("6 1\n");
        }
    }

    /// Waits until the kernel shows one of the states, or the test times out.
    private static void awaitState(long pid, String states) throws IOException {
        String stat;
        do {
            Thread.onSpinWait();
            stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        } while (states.indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) < 0);
    }

    private static void assumePython() throws Exception {
        int found = new ProcessBuilder("sh", "-c", "command -v python3").start().waitFor();
        Assumptions.assumeTrue(found == 0, "no python3");
    }

    private static void kill(String signal, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    private static BufferedReader reader(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private Result run(String... arguments) throws Exception {
        return Result.of(dist.command(arguments));
    }
}
