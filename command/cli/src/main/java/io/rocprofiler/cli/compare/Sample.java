package io.rocprofiler.cli.compare;

import io.rocprofiler.cli.compare.Subject.Sort;
import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.query.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/// The durations of one run, by subject. One run counts as one observation, however many calls it has: what disturbs
/// a run disturbs many of its calls.
record Sample(Map<Subject, Histogram> durations) {

    private static final int DIGITS = 3;

    private static final String EVERYTHING = """
            SELECT 'KERNEL', "name", "duration" FROM "kernels"
            UNION ALL SELECT 'COPY', "name", "duration" FROM "memory_copies"
            UNION ALL SELECT CASE WHEN "category" LIKE 'MARKER%' THEN 'RANGE' ELSE 'CALL' END,
                CASE WHEN "category" LIKE 'MARKER%' THEN coalesce(json_extract("extdata", '$.message'), "name") ELSE "name" END,
                "duration" FROM "regions\"""";

    /// Reads a run, or all runs of a directory: its `*.segments`, else its databases.
    ///
    /// @throws CommandException if there are none
    static List<Sample> read(Path source, Map<String, String> environment, Log log) {
        List<Sample> samples = new ArrayList<>();
        for (Path run : runs(source)) {
            try (Database database = Database.open(run, environment)) {
                database.showTimed(log);
                samples.add(read(database));
            } catch (SQLException e) {
                throw CommandException.failed(run + ": " + e.getMessage());
            }
        }
        return samples;
    }

    private static List<Path> runs(Path source) {
        for (String suffix : List.of(".segments", ".db")) {
            List<Path> found = Files.isDirectory(source) ? within(source, suffix) : List.of();
            if (!found.isEmpty()) {
                return found;
            }
        }
        return List.of(source);
    }

    private static List<Path> within(Path directory, String suffix) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(entry -> entry.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw CommandException.failed(directory + ": cannot be listed");
        }
    }

    private static Sample read(Database database) throws SQLException {
        Map<Subject, Histogram> durations = new TreeMap<>();
        try (Statement statement = database.connection().createStatement();
                ResultSet rows = statement.executeQuery(EVERYTHING)) {
            while (rows.next()) {
                Subject subject = new Subject(Sort.valueOf(rows.getString(1)), String.valueOf(rows.getString(2)));
                durations.computeIfAbsent(subject, _ -> new Histogram(DIGITS)).recordValue(rows.getLong(3));
            }
        }
        return new Sample(durations);
    }

    long count(Subject subject) {
        Histogram histogram = durations.get(subject);
        return histogram == null ? 0 : histogram.getTotalCount();
    }

    /// Returns a duration that so many percent of the calls do not exceed, in nanoseconds; 0 if there are none.
    double percentile(Subject subject, double percent) {
        Histogram histogram = durations.get(subject);
        return histogram == null ? 0 : histogram.getValueAtPercentile(percent);
    }
}
