package io.rocprofiler.cli.rocpd;

import static io.rocprofiler.cli.console.CommandException.failed;

import io.rocprofiler.cli.convert.CommandFile;
import io.rocprofiler.cli.options.OutputSettings;
import io.rocprofiler.cli.query.Database;
import io.rocprofiler.export.rocpd.SqlTexts;
import io.rocprofiler.trace.AgentIndex;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Writes a database as csv, with all that the version of its schema has: `csv.sql`. Texts and titles are in
/// quotes, numbers bare; what is not known is empty.
final class CsvFiles {

    private static final Pattern FILE = Pattern.compile("(?m)^-- (\\w+) (\\w+)\\n([^;]+);\\n");
    private static final Pattern WHERE_THERE_IS = Pattern.compile("(?m)^.* -- where there is \"(\\w+)\"$\\n");
    private static final Pattern AGENT = Pattern.compile("\\{\\{agent ?(\\w*)}}");

    /// The columns of texts.
    private static final Set<String> TEXTS = Set.of(
            "Guid",
            "Kind",
            "Domain",
            "Function",
            "Operation",
            "Direction",
            "Agent_Id",
            "Source_Agent_Id",
            "Destination_Agent_Id",
            "Kernel_Name",
            "Counter_Name",
            "Address",
            "Agent_Type",
            "Name",
            "Vendor_Name",
            "Product_Name",
            "Model_Name");

    private final Connection connection;
    private final OutputSettings settings;
    private final long pid;
    private final Map<String, String> environment;

    /// @param connection of a merged database of schema 3
    /// @param pid for names with that key
    CsvFiles(Connection connection, OutputSettings settings, long pid, Map<String, String> environment) {
        this.connection = connection;
        this.settings = settings;
        this.pid = pid;
        this.environment = environment;
    }

    /// Writes the files that have rows.
    ///
    /// @return the files
    List<Path> write() throws SQLException {
        List<Path> files = new ArrayList<>();
        Matcher file = FILE.matcher(text());
        while (file.find()) {
            List<String> columns =
                    SqlTexts.of(connection, "SELECT name FROM pragma_table_info('" + file.group(2) + "')");
            if (!columns.isEmpty()) {
                columns.addAll(SqlTexts.of(connection, "SELECT name FROM pragma_table_info('rocpd_kernel_dispatch')"));
                write(file.group(1), sql(file.group(3), columns), files);
            }
        }
        return files;
    }

    private void write(String name, String sql, List<Path> files) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            if (rows.next()) {
                files.add(CommandFile.write(settings, name + ".csv", pid, environment, out -> print(rows, out)));
            }
        }
    }

    /// Prints titles and rows, of which the first is the one that is read.
    private static void print(ResultSet rows, PrintStream out) {
        try {
            int columns = rows.getMetaData().getColumnCount();
            boolean[] isText = new boolean[columns];
            StringJoiner titles = new StringJoiner(",");
            for (int i = 0; i < columns; i++) {
                String title = rows.getMetaData().getColumnLabel(i + 1);
                isText[i] = TEXTS.contains(title);
                titles.add(quoted(title));
            }
            out.print(titles + "\n");
            do {
                StringJoiner cells = new StringJoiner(",");
                for (int i = 0; i < columns; i++) {
                    String cell = Objects.requireNonNullElse(rows.getString(i + 1), "");
                    cells.add(isText[i] ? quoted(cell) : cell);
                }
                out.print(cells + "\n");
            } while (rows.next());
        } catch (SQLException e) {
            throw failed("csv cannot be written: " + Database.reason(e));
        }
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }

    /// Returns a query for what there is: without lines about columns that neither the view nor kernels have.
    private String sql(String text, List<String> columns) {
        String there = WHERE_THERE_IS
                .matcher(text)
                .replaceAll(line -> columns.contains(line.group(1))
                        ? Matcher.quoteReplacement(line.group().replaceFirst(" -- where .*", ""))
                        : "");
        boolean isRenamed = settings.display().names().renamed();
        return AGENT.matcher(there)
                .replaceAll(agent ->
                        Matcher.quoteReplacement(agent(settings.display().agentIndex(), agent.group(1))))
                .replace("{{kernel}}", isRenamed ? "coalesce(nullif(\"region\", ''), \"name\")" : "\"name\"")
                .replace(
                        "{{counted kernel}}",
                        isRenamed ? "coalesce(nullif(\"kernel_region\", ''), \"kernel_name\")" : "\"kernel_name\"");
    }

    private static String agent(AgentIndex index, String prefix) {
        return switch (index) {
            case ABSOLUTE -> "'Agent ' || \"" + prefix + "agent_abs_index\"";
            case RELATIVE -> "'Agent ' || \"" + prefix + "agent_log_index\"";
            case TYPE_RELATIVE -> "\"" + prefix + "agent_type\" || ' ' || \"" + prefix + "agent_type_index\"";
        };
    }

    private static String text() {
        try (InputStream in = CsvFiles.class.getResourceAsStream("csv.sql")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
