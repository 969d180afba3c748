package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Three tools in one process: a preloaded C tool, one named in the environment, and one in Java. Whatever one of
/// them does, it does not affect the program and the two others.
final class ThreeToolsTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 250;

    /// Three calls per round, and `hipInit`.
    private static final int CALLS = 3 * THREADS * ROUNDS + 1;

    private static final String ALL = "%1$d enters, %1$d exits, %1$d records, 0 dropped\n".formatted(CALLS);
    private static final String UNTRACED = 2 * THREADS * ROUNDS + " right answers\n";
    private static String jar;

    private static final Pattern AT_THE_END = Pattern.compile("rocprofiler: [0-9]+ (calls of tools' functions ended in "
            + "C[+][+] exceptions|records were delivered to buffer callbacks that failed)");

    @BeforeAll
    static void compile() {
        jar = JavaTool.jar("TrioTool");
    }

    @Test
    void each_sees_everything() throws IOException {
        check("nobody", "", null);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            named     | throw-configure    | tool named failed in configure and is ignored: it threw a C++ exception: std::runtime_error: configure (in @)
            preloaded | throw-initialize   | tool preloaded failed in initialize and is ignored: it threw a C++ exception: std::runtime_error: initialize (in @)
            named     | throw-thread       | a tool failed when it was told of a thread: it threw a C++ exception: std::runtime_error: thread (in @)
            preloaded | throw-callback     | a callback of a tool threw a C++ exception: std::runtime_error: callback (in @); it was stopped there
            named     | throw-records      | a buffer callback failed: it threw a C++ exception: std::runtime_error: records (in @)
            preloaded | throw-finalize     | tool preloaded failed in finalize: it threw a C++ exception: std::runtime_error: finalize
            java      | throw-constructor  | tool TrioTool cannot be made and is ignored: java.lang.IllegalStateException
            java      | throw-name         | tool TrioTool cannot be made and is ignored: java.lang.IllegalStateException
            java      | throw-initialize   | tool java failed in initialize and is ignored: java.lang.IllegalStateException
            java      | throw-callback     | a callback of tool java failed
            java      | throw-records      | a buffer handler of tool java failed
            java      | throw-close        | tool java failed in finalize: java.lang.IllegalStateException
            java      | overflow-callback  | a callback of tool java failed
            java      | overflow-records   | a buffer handler of tool java failed
            java      | overflow-close     | tool java failed in finalize: java.lang.StackOverflowError
            java      | exhaust-initialize | tool java failed in initialize and is ignored: java.lang.OutOfMemoryError
            java      | exhaust-callback   | a callback of tool java failed
            java      | exhaust-records    | a buffer handler of tool java failed
            """)
    void one_throws(String bad, String how, String line) throws IOException {
        check(bad, how, line);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            preloaded | garbage-result     | tool preloaded failed in configure and is ignored: its result is no readable address
            named     | garbage-initialize | tool named failed in configure and is ignored: the field initialize
            preloaded | garbage-finalize   | tool preloaded failed in configure and is ignored: the field finalize
            named     | garbage-size       |
            preloaded | garbage-name       |
            """)
    void one_returns_garbage(String bad, String how, String line) throws IOException {
        check(bad, how, line);
    }

    /// A callback that blocks waits for events on the other threads.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            preloaded | block-callback |
            named     | block-records  |
            java      | block-records  |
            named     | block-finalize | tool named did not finish in time
            java      | block-close    | tool java did not finish in time
            preloaded | block-ever     | tool preloaded did not finish in time
            named     | block-ever     | tool named did not finish in time
            """)
    void one_blocks(String bad, String how, String line) throws IOException {
        check(bad, how, line);
    }

    /// The exceptions of a tool whose callbacks throw always are counted, and so are the records it was given.
    @ParameterizedTest
    @CsvSource({"throw-callback", "throw-records"})
    void the_end_says_how_much_a_tool_did_not_take(String how) throws IOException {
        Outcome outcome = check("named", how, "");
        Matcher counts = Pattern.compile("(\\d+) enters, (\\d+) exits, (\\d+) records.*\n")
                .matcher(Files.readString(outcome.folder().resolve("named.txt")));
        assertThat(counts.matches()).isTrue();
        long calls = Long.parseLong(counts.group(1)) + Long.parseLong(counts.group(2));
        String said = how.equals("throw-callback")
                ? calls + " calls of tools' functions ended in C++ exceptions"
                : counts.group(3) + " records were delivered to buffer callbacks that failed";
        assertThat(outcome.errLines()).contains("rocprofiler: " + said);
    }

    private static Outcome check(String bad, String how, String line) throws IOException {
        Run run = Run.client("steady", "" + THREADS, "" + ROUNDS);
        Path preloaded = copy(run, "preloaded");
        Path named = copy(run, "named");
        Outcome outcome = run.with("LD_PRELOAD", preloaded.toString())
                .with("ROCP_TOOL_LIBRARIES", named.toString())
                .with("ROCPROFILER_JAVA_TOOLS", jar)
                .with("ROCPROFILER_FINALIZE_TIMEOUT", "2")
                .with("TRIO_CALLS", "" + CALLS)
                .with("TRIO_THREADS", "" + THREADS)
                .with("TRIO_" + bad, how)
                .go();
        assertThat(outcome.out()).isEqualTo(UNTRACED);
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(9);
        if (line == null) {
            assertThat(outcome.err()).isEmpty();
        } else {
            String expected = "rocprofiler: "
                    + line.replace("@", run.folder().resolve(bad + ".so").toString());
            assertThat(outcome.errLines())
                    .filteredOn(said -> !said.startsWith(bad + ": rocprofiler_flush_buffer")) // given up with the tool
                    .filteredOn(said -> !said.startsWith("    at ")) // the stack trace of the first failure
                    .filteredOn(said -> !AT_THE_END.matcher(said).matches())
                    .isNotEmpty()
                    .allMatch(said -> said.startsWith(expected), line);
        }
        for (String good : others(bad))
            assertThat(run.folder().resolve(good + ".txt")).hasContent(ALL);
        return outcome;
    }

    private static List<String> others(String bad) {
        List<String> all = new ArrayList<>(List.of("preloaded", "named", "java"));
        all.remove(bad);
        return all;
    }

    /// Copies the tool, since tools are identified by their files.
    private static Path copy(Run run, String name) throws IOException {
        return Files.copy(Path.of(Product.tool("trio")), run.folder().resolve(name + ".so"));
    }
}
