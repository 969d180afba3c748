package io.rocprofiler.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.cli.Result;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProgressLineTest {

    private static final String TERMINAL = """
            import os, pty, sys
            pid, fd = pty.fork()
            if pid == 0:
                os.execvp(sys.argv[1], sys.argv[1:])
            seen = b''
            try:
                while True:
                    part = os.read(fd, 4096)
                    if not part:
                        break
                    seen += part
            except OSError: # what a terminal says when nobody holds it any more
                pass
            os.waitpid(pid, 0)
            sys.stdout.buffer.write(seen)
            """;

    /// Half of a conversion of a given number of records.
    static final class Half {
        private Half() {}

        public static void main(String[] arguments) {
            long records = Long.parseLong(arguments[0]);
            try (ProgressLine line = ProgressLine.of("pftrace", records)) {
                line.advanced(records / 2);
            }
        }
    }

    @Test
    void aLongConversionShowsHowFarItIsOnATerminal() throws Exception {
        assertThat(onTerminal(4_000_000)).contains("pftrace").contains("50%");
    }

    @Test
    void aShortOneAndOneWithoutATerminalShowNothing() throws Exception {
        assertThat(onTerminal(1_000_000)).isEmpty();
        Result result = Result.of(new ProcessBuilder(half(4_000_000)));
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).isEmpty();
    }

    private static String onTerminal(long records) throws Exception {
        List<String> command = new ArrayList<>(List.of("python3", "-c", TERMINAL));
        command.addAll(half(records));
        Assumptions.assumeTrue(
                new ProcessBuilder("python3", "-c", "").start().waitFor() == 0, "needs python3 for a terminal");
        return Result.of(new ProcessBuilder(command)).out();
    }

    private static List<String> half(long records) {
        return List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Half.class.getName(),
                Long.toString(records));
    }
}
