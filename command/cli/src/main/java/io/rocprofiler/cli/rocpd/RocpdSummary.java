package io.rocprofiler.cli.rocpd;

import io.rocprofiler.export.rocpd.SqlTexts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The tables of `rocpd summary`, with the names and columns of AMD's (`summary.py` of rocprofiler-sdk 1.0.0).
final class RocpdSummary {

    /// A table: its name and SQL.
    record Table(String name, String sql) {}

    /// What is summed up.
    ///
    /// @param work SQL with the columns name, duration, pid and guid
    private record Subject(String name, String work) {}

    private static final String MARKERS =
            "SELECT coalesce(json_extract(extdata, '$.message'), name) AS name, duration, pid, guid"
                    + " FROM regions WHERE category LIKE 'MARKER%'";

    private static final String NUMBERS = """
            "calls" AS "Calls", "total" AS "DURATION (nsec)", "mean" AS "AVERAGE (nsec)",
                coalesce(100.0 * "total" / nullif((SELECT sum("total") FROM "sums"), 0), 0.0) AS "PERCENT (INC)",
                "least" AS "MIN (nsec)", "most" AS "MAX (nsec)", "deviation" AS "STD_DEV\"""";

    /// %1$s: the work; %2$s: what rows have in common.
    private static final String SUMS = """
            WITH "work" AS (%1$s),
            "means" AS (SELECT %2$s, avg("duration") AS "mean" FROM "work" GROUP BY %2$s),
            "sums" AS (
                SELECT %2$s, count(*) AS "calls", sum("duration") AS "total", "mean", min("duration") AS "least", max("duration") AS "most",
                    coalesce(sqrt(sum(("duration" - "mean") * ("duration" - "mean")) / nullif(count(*) - 1, 0)), 0.0) AS "deviation"
                FROM "work" JOIN "means" USING (%2$s) GROUP BY %2$s)
            """;

    private static final String BY_NAME =
            SUMS + "SELECT \"name\" AS \"Name\", " + NUMBERS + " FROM \"sums\" ORDER BY \"total\" DESC, \"name\"";

    private static final String BY_RANK = SUMS + "SELECT \"pid\" AS \"ProcessID\","
            + " (SELECT p.hostname FROM processes p WHERE p.guid = sums.guid AND p.pid = sums.pid) AS \"Hostname\","
            + " \"name\" AS \"Name\", " + NUMBERS + " FROM \"sums\" ORDER BY \"pid\", \"total\" DESC, \"name\"";

    private final Connection connection;
    private final List<Subject> subjects = new ArrayList<>();

    /// @param categories of calls; all if empty
    RocpdSummary(Connection connection, List<String> categories) throws SQLException {
        this.connection = connection;
        add("kernels", "SELECT name, duration, pid, guid FROM kernels");
        add("memory_copies", "SELECT name, duration, pid, guid FROM memory_copies");
        add("memory_allocations", "SELECT type || ' ' || level AS name, duration, pid, guid FROM memory_allocations");
        List<String> wanted =
                categories.stream().map(name -> name.toUpperCase(Locale.ROOT)).toList();
        for (String group : groups()) {
            boolean isMarker = group.equals("MARKER");
            if (wanted.isEmpty() || wanted.contains(group) || (isMarker && wanted.contains("MARKERS"))) {
                add(
                        isMarker ? "markers" : group.toLowerCase(Locale.ROOT),
                        isMarker
                                ? MARKERS
                                : "SELECT name, duration, pid, guid FROM regions WHERE category LIKE '" + group + "%'");
            }
        }
    }

    private void add(String name, String work) throws SQLException {
        if (!SqlTexts.of(connection, "SELECT 1 FROM (" + work + ") LIMIT 1").isEmpty()) {
            subjects.add(new Subject(name, work));
        }
    }

    /// Returns the categories of calls that there are, up to the first underscore.
    private List<String> groups() throws SQLException {
        return SqlTexts.of(
                connection,
                "SELECT DISTINCT substr(category, 1, instr(category || '_', '_') - 1) FROM regions ORDER BY 1");
    }

    /// Returns the tables, those left out that have no rows.
    List<Table> tables(boolean byDomain, boolean byRank) {
        List<Table> tables = new ArrayList<>();
        if (byDomain && !subjects.isEmpty()) {
            tables.add(new Table("domain_summary", domains()));
        }
        for (Subject subject : subjects) {
            tables.add(new Table(subject.name() + "_summary", BY_NAME.formatted(subject.work(), "\"name\"")));
            if (byRank) {
                tables.add(new Table(
                        subject.name() + "_summary_by_rank",
                        BY_RANK.formatted(subject.work(), "\"guid\", \"pid\", \"name\"")));
            }
        }
        return tables;
    }

    private String domains() {
        List<String> parts = new ArrayList<>();
        for (Subject subject : subjects) {
            parts.add("SELECT '" + subject.name().toUpperCase(Locale.ROOT) + "' AS name, duration FROM ("
                    + subject.work() + ")");
        }
        return BY_NAME.formatted(String.join(" UNION ALL ", parts), "\"name\"");
    }
}
