package io.rocprofiler.cli.query;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.options.ParsedOptions;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `rocprofv3 query`: answers a question in SQL, or one of those that have a name.
public final class Query {

    private Query() {}

    /// Prints the names of queries, their parameters and their questions.
    public static void list(PrintStream out) {
        Rows.TABLE.print(
                List.of("NAME", "PARAMETERS", "QUESTION"),
                NamedQuery.all().stream()
                        .map(query -> List.of(query.name(), query.signature(), query.question()))
                        .toList(),
                out);
    }

    /// Prints the answer.
    ///
    /// @param question SQL, or the name of a query
    /// @param parameters `name=value`, of a query with a name
    public static void run(
            Path source,
            String question,
            List<String> parameters,
            Rows format,
            Map<String, String> environment,
            PrintStream out) {
        try (Database database = Database.open(source, environment)) {
            run(database, question, parameters, format, out);
        }
    }

    /// Prints the answer of an open database.
    ///
    /// @param question SQL, or the name of a query
    /// @param parameters `name=value`, of a query with a name
    public static void run(Database database, String question, List<String> parameters, Rows format, PrintStream out) {
        NamedQuery.Bound bound = bound(question, parameters);
        try (PreparedStatement statement = database.connection().prepareStatement(bound.sql())) {
            for (int i = 0; i < bound.values().size(); i++) {
                String value = bound.values().get(i);
                if (value.matches("\\d{1,18}")) {
                    statement.setLong(i + 1, Long.parseLong(value));
                } else {
                    statement.setString(i + 1, value);
                }
            }
            try (ResultSet result = statement.executeQuery()) {
                print(result, format, out);
            }
        } catch (SQLException e) {
            throw CommandException.failed("the query failed: " + Database.reason(e));
        }
    }

    private static NamedQuery.Bound bound(String question, List<String> parameters) {
        for (NamedQuery query : NamedQuery.all()) {
            if (query.name().equals(question)) {
                return query.bound(parameters);
            }
        }
        if (!question.strip().contains(" ")) {
            throw ParsedOptions.usage(
                    "no query is named '" + question + "'; rocprofv3 query --list shows them, or give SQL");
        }
        if (!parameters.isEmpty()) {
            throw ParsedOptions.usage("'" + parameters.getFirst() + "' follows the SQL: quote it");
        }
        return new NamedQuery.Bound(question, List.of());
    }

    private static void print(ResultSet result, Rows format, PrintStream out) throws SQLException {
        ResultSetMetaData columns = result.getMetaData();
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            names.add(columns.getColumnLabel(i));
        }
        try (Rows.Printer printer = format.printer(names, out)) {
            while (result.next()) {
                List<@Nullable Object> cells = new ArrayList<>();
                for (int i = 1; i <= names.size(); i++) {
                    Object value = result.getObject(i);
                    cells.add(value instanceof Integer number ? Long.valueOf(number) : value);
                }
                printer.row(cells);
            }
        }
        out.flush();
    }
}
