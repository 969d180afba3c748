package io.rocprofiler.conformance.marker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Browser;
import io.rocprofiler.conformance.JavaHosts;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The names that a program gives to its threads, to agents and to a stream, in every format that has a place for
/// them, read by readers that are not ours.
@TestInstance(Lifecycle.PER_CLASS)
final class ObjectNamesTest {
    private static final List<String> OPTIONS = List.of("--sys-trace", "-f", "rocpd", "otf2", "pftrace", "jfr", "html");

    private static final String NAMES = """
            SELECT tid || ' ' || name FROM threads WHERE name IS NOT NULL
            UNION ALL SELECT 'stream ' || name FROM rocpd_info_stream WHERE id > 0
            UNION ALL SELECT type || ' ' || user_name FROM rocpd_info_agent WHERE user_name <> product_name
            """;

    private Outcome ended;
    private Map<String, String> threads = Map.of();

    @BeforeAll
    void trace() {
        ended = Run.traced(OPTIONS, "named").go();
        assertThat(ended.status()).as(ended.err()).isZero();
        threads = threads(ended);
    }

    @Test
    void rocpd_has_them() {
        assertThat(sql(ended, NAMES)).containsExactlyInAnyOrderElementsOf(names(ended, "late"));
    }

    /// The names as of the last record or later; the thread has waited for no flush.
    @Test
    void a_killed_program_has_left_them() {
        Outcome killed = Run.traced(OPTIONS, "named", "killed").go();
        assertThat(killed.status()).isEqualTo(128 + 9);
        assertThat(sql(killed, NAMES)).containsExactlyInAnyOrderElementsOf(names(killed, "early"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rocpd", "html", "csv"})
    void a_database_is_converted_with_them(String format) {
        Outcome again = Run.command(
                        Product.file("bin/rocprofv3"),
                        "convert",
                        file("trace_results.db"),
                        "-f",
                        format,
                        "-S",
                        "-d",
                        "again",
                        "-o",
                        "again")
                .go();
        assertThat(again.status()).as(again.err()).isZero();
        assertThat(again.err())
                .containsPattern("\\| " + threads.get("late") + " +\\| late +\\|")
                .containsPattern("\\| 2 +\\| uploads +\\| Agent 1 +\\|");
        if (format.equals("rocpd")) {
            String database = again.folder().resolve("again/again_results.db").toString();
            assertThat(query(database, NAMES)).containsExactlyInAnyOrderElementsOf(names(ended, "late"));
        }
    }

    @Test
    void otf2_locations_have_them() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/otf2-print")), "no otf2-print (Debian: otf2-tools)");
        Outcome printed =
                Run.command("otf2-print", "-G", file("trace_results.otf2")).go();
        String id = threads.get("late");
        assertThat(printed.out())
                .contains("Name: \"late (" + id + ")\"")
                .contains("Name: \"reads files (" + threads.get("reads_files") + ")\"")
                .contains("Name: \"Thread " + threads.get("-") + "\"")
                .contains("Name: \"CPU Agent-0 front\"")
                .contains("Name: \"GPU Agent-1 trainer\"");
    }

    @Test
    void perfetto_tracks_have_them() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/protoc")), "no protoc (Debian: protobuf-compiler)");
        Outcome decoded = Run.command("sh", "-c", "protoc --decode_raw < " + file("trace_results.pftrace"))
                .go();
        String id = threads.get("late");
        assertThat(decoded.out().lines().map(String::strip))
                .as(decoded.err())
                .contains("2: \"late (" + id + ")\"", "2: " + id, "5: \"late\"", "5: \"reads files\"")
                .contains("2: \"STREAM [2] uploads\"", "2: \"Agent [1] gfx000 trainer\"");
    }

    @Test
    void flight_recorder_has_those_of_threads() {
        Outcome printed = Run.command(Product.JDK.resolve("bin/jfr").toString(), "print", file("trace_results.jfr"))
                .go();
        assertThat(printed.out())
                .contains("eventThread = \"late\" (osThreadId = " + threads.get("late") + ")")
                .contains("eventThread = \"reads files\" (osThreadId = " + threads.get("reads_files") + ")")
                .contains("eventThread = \"thread " + threads.get("-") + "\"");
    }

    @Test
    void rows_of_the_page_have_them() {
        try (Browser browser = Browser.open(Path.of(file("trace_results.html")))) {
            browser.evaluate("(() => { const select = document.getElementById('grouping'); select.value = 'stream';"
                    + " select.dispatchEvent(new Event('change')); })()");
            assertThat(browser.evaluate("timeline.model.rows.map(row => row.label + ' · ' + row.more).join('\\n')"))
                    .contains("late · thread " + threads.get("late"))
                    .contains("reads files · thread " + threads.get("reads_files"))
                    .contains("Thread " + threads.get("-"))
                    .contains("uploads · stream 2");
            assertThat(browser.evaluate("document.getElementById('run').textContent"))
                    .contains("trainer")
                    .contains("front");
            assertThat(browser.complaints()).isEmpty();
        }
    }

    /// A virtual thread's records are its carrier's; Java's names are longer than the kernel's.
    @Test
    void threads_of_java_have_the_names_that_they_have_there() {
        String program = JavaHosts.classPath("ThreadNamesHost");
        Outcome outcome = Run.tracedProgram(
                        List.of("--marker-trace", "-f", "rocpd"),
                        Product.JDK.resolve("bin/java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        program,
                        "ThreadNamesHost")
                .with("ROCPROFILER_HOME", Product.HOME.toString())
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        Map<String, String> ids = threads(outcome);
        Map<String, String> names = sql(outcome, "SELECT tid || ' ' || coalesce(name, '') FROM threads").stream()
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf(' ')), line -> line.substring(line.indexOf(' ') + 1)));
        assertThat(names.get(ids.get("main"))).isEqualTo("main");
        assertThat(names.get(ids.get("short"))).isEqualTo("short");
        assertThat(names.get(ids.get("long"))).isEqualTo("a worker with a long name");
        assertThat(names.get(ids.get("after"))).isEqualTo("after, with more letters");
        assertThat(names.get(ids.get("roctx"))).isEqualTo("given by ROC-TX");
        assertThat(names.get(ids.get("virtual"))).startsWith("ForkJoi");
    }

    private static List<String> names(Outcome outcome, String renamed) {
        Map<String, String> ids = threads(outcome);
        return Stream.of(
                        ids.get(renamed) + " " + renamed,
                        ids.get("reads_files") + " reads files",
                        ids.get("brief") + " brief",
                        ids.get("follows") + " follows",
                        "stream uploads",
                        "CPU front",
                        "GPU trainer",
                        "GPU second")
                .toList();
    }

    /// The thread ids that a program printed, by the names before them.
    private static Map<String, String> threads(Outcome outcome) {
        Map<String, String> ids = new HashMap<>();
        for (String line : outcome.outLines()) {
            String[] words = line.split(" ");
            ids.put(words[0], words[1]);
        }
        return ids;
    }

    private String file(String name) {
        return ended.folder().resolve("out/" + name).toString();
    }

    private static List<String> sql(Outcome outcome, String sql) {
        return query(outcome.folder().resolve("out/trace_results.db").toString(), sql);
    }

    private static List<String> query(String database, String sql) {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/sqlite3")), "no sqlite3 (Debian: sqlite3)");
        Outcome answer = Run.command("sqlite3", "-readonly", database, sql).go();
        assertThat(answer.err()).isEmpty();
        return answer.out().lines().toList();
    }
}
