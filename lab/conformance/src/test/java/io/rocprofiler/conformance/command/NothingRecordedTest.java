package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A run without records says in one line what the cause is. What can never be traced is in [OtherProgramsTest].
final class NothingRecordedTest {
    private static final String COMMAND = Product.file("bin/rocprofv3") + " -f csv -d out -o trace ";
    private static final String PROCESSES = Product.client("processes");
    private static final String CALLS = PROCESSES + " calls 7";

    /// PROGRAM and CALLS stand for a program that makes HIP calls.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--hip-trace -- env -i LD_LIBRARY_PATH=$LD_LIBRARY_PATH CALLS"
                        + " | env -i takes away the variables by which PROGRAM is traced; put rocprofv3 behind it: env -i rocprofv3 … -- PROGRAM",
                "--hip-trace -- env -u LD_PRELOAD -u ROCPROFILER_JAVA_TOOLS CALLS"
                        + " | env -u LD_PRELOAD takes away the variables by which PROGRAM is traced; put rocprofv3 behind it: env -u LD_PRELOAD rocprofv3 … -- PROGRAM",
                "--hip-trace -- env ROCPROFILER_REGISTER_ENABLED=0 CALLS | ROCPROFILER_REGISTER_ENABLED=0 says so",
                "--hip-trace -- sh -c true | no process that its environment reached used a ROCm runtime that can be traced, or a line above says why not; rocprofv3 goes behind what clears the environment or starts programs elsewhere",
                "--rccl-trace -- CALLS | the program loaded only hip, hsa, roctx; for --rccl-trace it has to use rccl",
                "--rocjpeg-trace=no --rocdecode-trace --rccl-trace -- CALLS"
                        + " | the program loaded only hip, hsa, roctx; for --rccl-trace, --rocdecode-trace it has to use rccl, rocdecode",
                "--memory-copy-trace -- CALLS | nothing of --memory-copy-trace happened",
                "--hip-trace --selected-regions -- CALLS"
                        + " | nothing of --hip-trace happened between roctxProfilerResume and roctxProfilerPause (--selected-regions)",
                "--hip-trace -P 1000:1:1 -- CALLS"
                        + " | nothing of --hip-trace happened in the times of --collection-period",
                "--hip-trace --benchmark-mode disabled-sdk-contexts -- CALLS | --benchmark-mode disabled-sdk-contexts says so",
            })
    void the_cause_is_said(String words, String cause) {
        Outcome outcome = run(words.replace("CALLS", CALLS));
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.errLines())
                .as(outcome.err())
                .singleElement()
                .asString()
                .matches("rocprofv3: (warning: )?nothing was recorded: .*")
                .endsWith("nothing was recorded: " + cause.replace("PROGRAM", PROCESSES));
    }

    @Test
    void a_program_whose_runtime_is_not_found_names_it() {
        Outcome outcome = run("--hip-trace -- " + CALLS, "/nowhere");
        assumeTrue(outcome.status() == 127, "this machine has the runtime");
        assertThat(outcome.err())
                .containsPattern(
                        "nothing was recorded: " + PROCESSES
                                + " is linked to libamdhip64\\.so\\.\\d, which is not in LD_LIBRARY_PATH, /opt/rocm or the system's folders\n");
    }

    @Test
    void a_program_that_is_linked_to_a_runtime_and_does_not_use_it_says_so() throws IOException {
        Path program = compiled(
                "unused",
                "int hipInit(unsigned); void *used = (void *) hipInit; int main(void) { return 0; }",
                Product.file("lib/softgpu/libamdhip64.so.7"));
        assertThat(run("--hip-trace -- " + program).errLines())
                .containsExactly(
                        "rocprofv3: warning: nothing was recorded: " + program
                                + " is linked to libamdhip64.so.7, but recording began nowhere: no runtime was initialised, or a line above says why not");
    }

    @Test
    void a_program_that_another_one_starts_and_cannot_be_traced_is_named() throws IOException {
        Path program = compiled("still", "int main(void) { return 0; }", "-static");
        assertThat(run("--hip-trace -- timeout 100 " + program).errLines())
                .containsExactly(
                        "rocprofv3: warning: nothing was recorded: " + program
                                + ", which timeout is given, is linked statically: nothing can be loaded into it that would trace it");
    }

    /// A program of that name with the rights of another user, as the system's has.
    @Test
    void sudo_says_where_the_command_belongs() throws IOException {
        Path program = compiled(
                "sudo",
                "#include <unistd.h>\nint main(int n, char **all) { return execv(all[1], all + 1) + n; }",
                "-O0");
        Files.setAttribute(program, "unix:mode", 04755);
        assertThat(run("--hip-trace -- " + program + " /bin/true").errLines())
                .containsExactly("rocprofv3: warning: nothing was recorded: " + program
                        + " runs with the rights of another user or group (setuid), and such programs load nothing that the"
                        + " environment names; put rocprofv3 behind it: sudo rocprofv3 … -- program");
    }

    @Test
    void filters_that_leave_nothing_are_named() {
        String transpose = Product.file("share/rocprofiler/examples/01-matrix-transpose/transpose");
        String convert = Product.file("bin/rocprofv3") + " convert out/*.segments -f csv -d again";
        Outcome outcome = Run.command(
                        "sh",
                        "-c",
                        COMMAND + "--kernel-trace -- " + transpose + " && " + convert
                                + " --kernel-include-regex no_such --kernel-exclude-regex x")
                .onSoftgpu()
                .go();
        assertThat(outcome.errLines())
                .contains(
                        "rocprofv3: the filters match none of 8 records: --kernel-include-regex no_such --kernel-exclude-regex x");
    }

    private static Path compiled(String name, String source, String... options) throws IOException {
        Path folder = Files.createDirectories(Product.TARGET.resolve("nothing-recorded"));
        Path code = Files.writeString(folder.resolve(name + ".c"), source);
        Path program = folder.resolve(name);
        Files.deleteIfExists(program);
        String command = "cc -o " + program + " " + code + " " + String.join(" ", options);
        Outcome outcome = Run.command("sh", "-c", command).go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        return program;
    }

    private static Outcome run(String words) {
        return run(words, Product.file("lib/softgpu") + ":" + Product.file("lib"));
    }

    private static Outcome run(String words, String libraries) {
        return Run.command("sh", "-c", "exec " + COMMAND + words)
                .with("LD_LIBRARY_PATH", libraries)
                .go();
    }
}
