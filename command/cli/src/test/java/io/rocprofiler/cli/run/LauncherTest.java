package io.rocprofiler.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.cli.Dist;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LauncherTest {

    private static final int EACCES = 13;
    private static final int ENOENT = 2;
    private static final int ENOEXEC = 8;

    private final Launcher launcher = new Launcher(Dist.launchLibrary());

    @TempDir
    Path directory;

    @Test
    void everyExitCodeComesThrough() {
        for (int code = 0; code < 256; code++) {
            int expected = code;
            assertThat(shell("exit " + code))
                    .isInstanceOfSatisfying(
                            Launcher.End.Exited.class,
                            end -> assertThat(end.code()).isEqualTo(expected));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 6, 8, 9, 11, 13, 15})
    void everySignalComesThrough(int signal) {
        assertThat(shell("ulimit -c 0; kill -" + signal + " $$"))
                .isInstanceOfSatisfying(
                        Launcher.End.Signaled.class,
                        end -> assertThat(end.number()).isEqualTo(signal));
    }

    @Test
    void whatCannotBeStartedSaysWhy() throws IOException {
        Path noProgram = Files.writeString(directory.resolve("text"), "no program");
        assertThat(run("/nowhere/at-all")).isEqualTo(new Launcher.End.NotStarted(ENOENT));
        assertThat(run(noProgram.toString())).isEqualTo(new Launcher.End.NotStarted(EACCES));
        assertThat(noProgram.toFile().setExecutable(true)).isTrue();
        assertThat(run(noProgram.toString())).isEqualTo(new Launcher.End.NotStarted(ENOEXEC));
    }

    @Test
    void argumentsGoThroughByteByByte() throws IOException {
        Path out = directory.resolve("out");
        byte[] odd = {(byte) 0xff, 'a', ' ', '"', '\n', (byte) 0xc3, (byte) 0x28};
        List<byte[]> raw = new ArrayList<>();
        for (String word : List.of("sh", "-c", "printf %s \"$2\" > \"$1\"", "sh", out.toString())) {
            raw.add(word.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        raw.add(odd);
        launcher.run(new ProgramArguments(raw, List.of("sh")), List.of());
        assertThat(Files.readAllBytes(out)).isEqualTo(odd);
    }

    @Test
    void editsSetAndRemoveVariablesAndLeaveTheOthers() throws IOException {
        Path out = directory.resolve("out");
        List<String> edits = List.of("NEW=a=b c", "HOME", "PATHOLOGY=1");
        Launcher.End end = launcher.run(ProgramArguments.of(List.of("sh", "-c", "env > " + out)), edits);
        assertThat(end).isInstanceOf(Launcher.End.Exited.class);
        assertThat(Files.readAllLines(out))
                .contains("NEW=a=b c", "PATHOLOGY=1", "PATH=" + System.getenv("PATH"))
                .noneMatch(line -> line.startsWith("HOME="));
    }

    private Launcher.End shell(String script) {
        // Resets ignored signals: programs inherit the signals that the tests' parent ignores.
        return run("env", "--default-signal", "sh", "-c", script);
    }

    private Launcher.End run(String... words) {
        return launcher.run(ProgramArguments.of(List.of(words)), List.of());
    }
}
