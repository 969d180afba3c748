package io.rocprofiler.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `env` takes away, compared with the `env` of this machine.
class EnvCommandTest {

    private static final List<String> NAMES =
            List.of(ProgramEnvironment.PRELOAD, ProgramEnvironment.JAVA_TOOLS, ProgramEnvironment.SEGMENTS);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "env                                   | -",
                "env A=1                               | -",
                "env -i                                | env -i",
                "env -                                 | env -",
                "env -vi B=2                           | env -i",
                "env --ignore-environment              | env --ignore-environment",
                "env --ignore-signal=USR1              | -",
                "env -u LD_PRELOAD                     | env -u LD_PRELOAD",
                "env -uLD_PRELOAD                      | env -u LD_PRELOAD",
                "env --unset=ROCPROFILER_JAVA_TOOLS    | env --unset=ROCPROFILER_JAVA_TOOLS",
                "env --unset ROCPROFILER_COLLECTOR_DIR | env --unset ROCPROFILER_COLLECTOR_DIR",
                "env -u OTHER -C /tmp                  | -",
                "env LD_PRELOAD= A=b                   | env LD_PRELOAD=",
                "/usr/bin/env env -i                   | env -i",
                "env -- A=1                            | -",
            })
    void takes_away_what_it_is_said_to_and_is_understood_up_to_the_program(String command, String removed)
            throws Exception {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.addAll(List.of("/bin/sh", "-c", "for n in " + String.join(" ", NAMES) + "; do eval echo \\$$n; done"));
        EnvCommand read = EnvCommand.of(words);
        assertThat(read.words().getFirst()).isEqualTo("/bin/sh");
        assertThat(read.removed()).isEqualTo(removed == null ? "" : removed);
        assertThat(run(words).equals("x\nx\nx\n")).as("nothing is taken away").isEqualTo(removed == null);
    }

    private static String run(List<String> words) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD);
        NAMES.forEach(name -> builder.environment().put(name, "x"));
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return out;
    }

    @ParameterizedTest
    @CsvSource({"sh -c true", "env", "env -i", "env -S 'sh -c true'", "environment -i sh"})
    void what_is_not_understood_stays_as_it_is(String command) {
        List<String> words = List.of(command.split(" "));
        assertThat(EnvCommand.of(words)).isEqualTo(new EnvCommand(words, "", java.util.Map.of()));
    }
}
