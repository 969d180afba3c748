package io.rocprofiler.cli.rocpd;

import static io.rocprofiler.cli.console.CommandException.failed;

import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.options.FilterSettings;
import io.rocprofiler.cli.options.Format;
import io.rocprofiler.cli.options.Option;
import io.rocprofiler.cli.options.OutputSettings;
import io.rocprofiler.cli.query.Database;
import io.rocprofiler.export.rocpd.SqlTexts;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// csv of databases. AMD's has other columns and files for them than for a run, where it is as of the first
/// release.
public final class DatabaseCsv {

    private DatabaseCsv() {}

    /// Writes csv if it is requested, and if nothing else than times chooses what is in it: the rest is only
    /// known of a run's files, and a line says so.
    ///
    /// @return what remains to be written of the databases as of a run
    public static OutputSettings write(
            List<Path> files, OutputSettings outputs, FilterSettings filter, Map<String, String> environment, Log log) {
        if (!outputs.formats().contains(Format.CSV)) {
            return outputs;
        }
        List<String> reasons = reasons(outputs, filter);
        try (SourceDatabase source = SourceDatabase.merged(files, environment, log);
                Database database = Database.open(source.file(), environment)) {
            String version =
                    first(database.connection(), "max(value) FROM rocpd_metadata WHERE tag = 'schema_version'");
            if (!version.matches("3(\\..*)?")) {
                reasons.add("the schema " + version);
            }
            if (!reasons.isEmpty()) {
                log.warning("csv is written as of a run, with fewer columns and files, because of "
                        + String.join(", ", reasons));
                return outputs;
            }
            new TimeWindow(filter.start(), filter.end(), "", "", filter.whole()).apply(database.connection());
            String pid = first(database.connection(), "pid FROM rocpd_info_process ORDER BY id LIMIT 1");
            log.wrote(new CsvFiles(database.connection(), outputs, Long.parseLong(pid), environment).write());
            return outputs.without(Format.CSV);
        } catch (SQLException e) {
            throw failed("csv cannot be written: " + Database.reason(e));
        }
    }

    private static List<String> reasons(OutputSettings outputs, FilterSettings filter) {
        List<String> reasons = new ArrayList<>(filter.options());
        reasons.removeIf(option ->
                option.startsWith(Option.START.longName() + " ") || option.startsWith(Option.END.longName() + " "));
        reasons.addAll(outputs.display().filterOptions());
        if (outputs.display().names().truncated()) {
            reasons.add(Option.TRUNCATE_KERNELS.longName());
        }
        if (outputs.display().names().mangled()) {
            reasons.add(Option.MANGLED_KERNELS.longName());
        }
        if (outputs.stats()) {
            reasons.add(Option.STATS.longName());
        }
        if (outputs.minimumBytes() > 0) {
            reasons.add(Option.MINIMUM_OUTPUT_DATA.longName());
        }
        return reasons;
    }

    private static String first(Connection connection, String sql) throws SQLException {
        List<String> texts = SqlTexts.of(connection, "SELECT " + sql);
        return texts.isEmpty() || texts.getFirst() == null ? "0" : texts.getFirst();
    }
}
