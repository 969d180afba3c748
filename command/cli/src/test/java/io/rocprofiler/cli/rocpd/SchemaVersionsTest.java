package io.rocprofiler.cli.rocpd;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.cli.console.Log;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Databases of every version of the schema, that of AMD's first release to those of branches, which SQL writes:
/// no row and no value of any column may be missing from what becomes of them, unless a line says so.
class SchemaVersionsTest {

    /// Columns that are ids of other rows.
    private static final List<String> REFERENCES = List.of(
            "guid", "nid", "id", "dst_agent_id", "src_agent_id", "region_name_id", "queue_id", "event_id", "agent_id");

    private static final Map<String, String> SAID_BY_OTHER_WORDS = Map.of(
            "rocpd_pmc_event", " values of counters",
            "rocpd_arg.position", " texts of arguments",
            "rocpd_arg.extdata", " texts of arguments",
            "rocpd_memory_allocate.extdata", " other facts about calls and work");

    /// Descriptions that repeat the columns, and settings of the tool.
    private static final List<String> NOT_MISSED =
            List.of("rocpd_info_process.extdata", "rocpd_info_code_object.extdata", "rocpd_info_kernel_symbol.extdata");

    @TempDir
    Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    static List<String> versions() throws IOException {
        return AmdDatabase.versions();
    }

    @ParameterizedTest
    @MethodSource("versions")
    void a_merged_database_has_every_value_of_both(String version) throws IOException, SQLException {
        AmdDatabase oldest = AmdDatabase.full(folder, "3.0.0", 1);
        AmdDatabase other = AmdDatabase.full(folder, version, 2);
        for (boolean isOldestFirst : List.of(true, false)) {
            Path both = folder.resolve("both-" + isOldestFirst + ".db");
            run("merge -i " + (isOldestFirst ? oldest : other).file() + " " + (isOldestFirst ? other : oldest).file()
                    + " -o " + both.getFileName() + " -d " + folder);
            hasAll(both, oldest);
            hasAll(both, other);
            assertThat(AmdDatabase.rows(both, "SELECT DISTINCT value FROM rocpd_metadata WHERE tag = 'schema_version'"))
                    .containsExactly(version.equals("3.0.0") ? "3" : version);
            for (String view : AmdDatabase.rows(both, "SELECT name FROM sqlite_master WHERE type = 'view'")) {
                assertThat(AmdDatabase.rows(both, "SELECT count(*) FROM \"" + view + '"'))
                        .as(view)
                        .hasSize(1);
            }
            assertThat(AmdDatabase.rows(both, "PRAGMA integrity_check")).containsExactly("ok");
        }
        assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("warning");
    }

    private static void hasAll(Path merged, AmdDatabase source) throws SQLException {
        for (String table : source.tables()) {
            if (!table.equals("rocpd_metadata")) {
                String columns = AmdDatabase.list(source.columns(table).keySet());
                List<String> expected = source.rows("SELECT " + columns + " FROM " + table);
                String own = '"' + table + source.suffix() + '"';
                assertThat(expected).hasSize(3);
                assertThat(AmdDatabase.rows(merged, "SELECT " + columns + " FROM " + own))
                        .as(table)
                        .isEqualTo(expected);
                assertThat(AmdDatabase.rows(merged, "SELECT " + columns + " FROM " + table))
                        .as("the view " + table)
                        .containsAll(expected);
            }
        }
        assertThat(AmdDatabase.rows(
                        merged, "SELECT value FROM rocpd_metadata" + source.suffix() + " WHERE tag = 'guid'"))
                .containsExactly(source.suffix().substring(1).replace('_', '-'));
    }

    /// Fills what `process.sql` leaves empty, converts, and looks for each value in the files or for its name in
    /// the line.
    @ParameterizedTest
    @MethodSource("versions")
    void a_converted_database_has_every_value_or_a_line_says_so(String version) throws IOException, SQLException {
        AmdDatabase database = AmdDatabase.ofProcess(folder, version, 1);
        Map<String, String> filled = new LinkedHashMap<>();
        StringBuilder sql = new StringBuilder();
        for (String table : database.tables()) {
            if (table.equals("rocpd_metadata")) {
                continue;
            }
            if (database.rows("SELECT 1 FROM " + table).isEmpty()) {
                sql.append(database.filling(table));
                filled.put(SAID_BY_OTHER_WORDS.getOrDefault(table, " 3 rows of " + table), "");
                continue;
            }
            for (Map.Entry<String, String> entry : database.columns(table).entrySet()) {
                String column = entry.getKey();
                String place = table + "." + column;
                if (!REFERENCES.contains(column)
                        && !NOT_MISSED.contains(place)
                        && database.rows("SELECT 1 FROM " + table + " WHERE \"" + column + "\" NOT IN ('{}', 0, '')")
                                .isEmpty()) {
                    String value = database.value(table, column, entry.getValue(), 1);
                    sql.append("UPDATE \"" + table + "{{uuid}}\" SET \"" + column + "\" = " + value)
                            .append(";\n");
                    filled.put(SAID_BY_OTHER_WORDS.getOrDefault(place, " values of " + place), value.replace("'", ""));
                }
            }
        }
        database.execute(sql.toString());
        run("convert -i " + database.file() + " -f json pftrace -o x -d " + folder);
        String said = err.toString(StandardCharsets.UTF_8);
        String written = Files.readString(folder.resolve("x_results.json"), StandardCharsets.UTF_8)
                + Files.readString(folder.resolve("x_results.pftrace"), StandardCharsets.ISO_8859_1);
        assertThat(filled)
                .isNotEmpty()
                .allSatisfy((name, value) -> assertThat(
                                said.contains(name) || (!value.isEmpty() && written.contains(value)))
                        .as(name + " " + value)
                        .isTrue());
        assertThat(said).contains("texts of arguments").doesNotContain("rocpd_info_agent");
        assertThat(count(written, "\"dispatch_info\"")).isEqualTo(1);
        assertThat(count(written, "\"dst_agent_id\"")).isEqualTo(1);
        assertThat(count(written, "\"allocation_size\"")).isEqualTo(2);
        assertThat(count(written, "\"hipLaunchKernel\"")).isPositive();
    }

    /// Titles and rows as documented for AMD's `rocpd convert` (rocprofiler-sdk 1.4.1).
    @ParameterizedTest
    @MethodSource("versions")
    void csv_has_what_each_version_has(String version) throws IOException, SQLException {
        AmdDatabase database = AmdDatabase.ofProcess(folder, version, 1);
        String[] parts = AmdDatabase.text("more.sql").substring(3).split("(?m)^-- (?=\\d)");
        for (String part : parts) {
            boolean isThere = part.substring(0, 5).compareTo(version) <= 0;
            if (isThere && !version.startsWith("4")) {
                database.execute(part.substring(5).replace("{{pid}}", "701"));
            }
        }
        run("convert -i " + database.file() + " -f csv -o x -d " + folder);
        if (version.startsWith("4")) {
            assertThat(err.toString(StandardCharsets.UTF_8)).contains("csv is written as of a run");
            assertThat(folder.resolve("x_hip_api_trace.csv")).exists();
            return;
        }
        Map<String, String> expected = new LinkedHashMap<>();
        for (String file : AmdDatabase.text("csv.txt").split("\n\n")) {
            String[] head = file.substring(0, file.indexOf('\n')).split(" ");
            if (head[1].compareTo(version) <= 0) {
                expected.put(head[0], file.substring(file.indexOf('\n') + 1).strip() + "\n"); // the last that fits
            }
        }
        for (Map.Entry<String, String> file : expected.entrySet()) {
            assertThat(Files.readString(folder.resolve("x_" + file.getKey() + ".csv"))
                            .replace("\"", ""))
                    .as(file.getKey())
                    .isEqualTo(file.getValue());
        }
        try (var files = Files.list(folder)) {
            assertThat(files.filter(file -> file.toString().endsWith(".csv"))).hasSize(expected.size() + 1); // agents
        }
        assertThat(Files.readString(folder.resolve("x_agent_info.csv"))).contains("\"Cap_HotPluggable\"");
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    private void run(String words) {
        Log log = new Log(new PrintStream(err, true, StandardCharsets.UTF_8), "rocpd");
        PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        assertThat(new Rocpd(Map.of(), out, log).run(new ArrayList<>(List.of(words.split(" ")))))
                .isZero();
    }
}
