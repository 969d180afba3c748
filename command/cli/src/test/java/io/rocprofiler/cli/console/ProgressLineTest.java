package io.rocprofiler.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.cli.Result;
import io.rocprofiler.trace.file.Reading;
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

    /// Half of a conversion of a given number of records, or half of the reading of as many thousand bytes.
    static final class Half {
        private Half() {}

        public static void main(String[] arguments) {
            long records = Long.parseLong(arguments[0]);
            if (arguments[1].equals("read")) {
                Reading reading = new ReadingLine();
                reading.at(Reading.Step.SCAN, 500 * records, 1000 * records);
                reading.at(Reading.Step.PACK, records, records);
                return;
            }
            try (ProgressLine line = ProgressLine.ofRecords("pftrace", records)) {
                line.advanced(records / 2);
            }
        }
    }

    @Test
    void aLongConversionShowsHowFarItIsOnATerminal() throws Exception {
        assertThat(onTerminal(half("write", 4_000_000))).contains("pftrace").contains("50%");
    }

    @Test
    void aShortOneAndOneWithoutATerminalShowNothing() throws Exception {
        assertThat(onTerminal(half("write", 1_000_000))).isEmpty();
        Result result = Result.of(new ProcessBuilder(half("write", 4_000_000)));
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).isEmpty();
    }

    @Test
    void theReadingOfALargeSegmentShowsHowFarItIsAndThatOfASmallOneNothing() throws Exception {
        assertThat(onTerminal(half("read", 4_000_000)))
                .containsSubsequence("reading", "50%", "2/4GB", "packing", "100%");
        assertThat(onTerminal(half("read", 1_000_000))).isEmpty();
    }

    private static String onTerminal(List<String> half) throws Exception {
        List<String> command = new ArrayList<>(List.of("python3", "-c", TERMINAL));
        command.addAll(half);
        Assumptions.assumeTrue(
                new ProcessBuilder("python3", "-c", "").start().waitFor() == 0, "needs python3 for a terminal");
        return Result.of(new ProcessBuilder(command)).out();
    }

    private static List<String> half(String what, long records) {
        return List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Half.class.getName(),
                Long.toString(records),
                what);
    }
}
