package io.rocprofiler.cli.query;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.options.ParsedOptions;
import io.rocprofiler.questions.NamedQuery;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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
    /// @param source a run, a dataset, or a file with a rocpd database
    /// @param question SQL, or the name of a query
    /// @param parameters `name=value`, of a query with a name
    public static void run(
            Path source,
            String question,
            List<String> parameters,
            RowFormat format,
            Map<String, String> environment,
            PrintStream out,
            Log log) {
        NamedQuery named = named(question, parameters);
        if (DatasetEngine.isDataset(source) || (named != null && Files.isDirectory(source))) {
            try (DatasetEngine dataset = DatasetEngine.open(source, environment, log)) {
                NamedQuery.Bound bound = bound(named, question, parameters);
                dataset.check(bound.sql());
                print(dataset.connection(), bound, format, out);
            } catch (SQLException e) {
                throw CommandException.failed("the query failed: " + DatasetEngine.reason(e));
            }
            return;
        }
        try (Database database = Database.open(source, environment)) {
            database.showTimed(log);
            run(database, question, parameters, format, out);
        } catch (SQLException e) {
            throw CommandException.failed("the query failed: " + Database.reason(e));
        }
    }

    /// Prints the answer of an open database.
    ///
    /// @param question SQL, or the name of a query
    public static void run(
            Database database, String question, List<String> parameters, RowFormat format, PrintStream out) {
        NamedQuery named = named(question, parameters);
        if (named != null && named.isOfRanks()) {
            throw CommandException.failed("rocpd knows no ranks: " + question
                    + " is answered for a directory with *.segments, or a dataset, by rocprofv3 query");
        }
        try {
            if (named != null) {
                RocpdViews.make(database.connection());
            }
            print(database.connection(), bound(named, question, parameters), format, out);
        } catch (SQLException e) {
            throw CommandException.failed("the query failed: " + Database.reason(e));
        }
    }

    /// @return null if the question is SQL
    private static @Nullable NamedQuery named(String question, List<String> parameters) {
        NamedQuery named = NamedQuery.named(question).orElse(null);
        if (named == null && !question.strip().contains(" ")) {
            throw ParsedOptions.usage(
                    "no query is named '" + question + "'; rocprofv3 query --list shows them, or give SQL");
        }
        if (named == null && !parameters.isEmpty()) {
            throw ParsedOptions.usage("'" + parameters.getFirst() + "' follows the SQL: quote it");
        }
        return named;
    }

    private static NamedQuery.Bound bound(@Nullable NamedQuery named, String sql, List<String> parameters) {
        try {
            return named == null ? new NamedQuery.Bound(sql, List.of()) : named.bound(parameters);
        } catch (IllegalArgumentException e) {
            throw ParsedOptions.usage(String.valueOf(e.getMessage()));
        }
    }

    private static void print(Connection connection, NamedQuery.Bound bound, RowFormat format, PrintStream out)
            throws SQLException {
        answer(connection, bound, names -> format.printer(names, out));
        out.flush();
    }

    /// Passes the rows of an answer on.
    ///
    /// @param printer receives the names of the columns
    static void answer(Connection connection, NamedQuery.Bound bound, Function<List<String>, RowFormat.Printer> printer)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(bound.sql())) {
            for (int i = 0; i < bound.values().size(); i++) {
                statement.setObject(i + 1, bound.values().get(i));
            }
            try (ResultSet result = statement.executeQuery()) {
                answer(result, printer);
            }
        }
    }

    private static void answer(ResultSet result, Function<List<String>, RowFormat.Printer> printer)
            throws SQLException {
        ResultSetMetaData columns = result.getMetaData();
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            names.add(columns.getColumnLabel(i));
        }
        try (RowFormat.Printer rows = printer.apply(names)) {
            while (result.next()) {
                List<@Nullable Object> cells = new ArrayList<>();
                for (int i = 1; i <= names.size(); i++) {
                    cells.add(cell(result.getObject(i)));
                }
                rows.row(cells);
            }
        }
    }

    /// Engines return numbers of several widths, DuckDB sums of 128 bits.
    private static @Nullable Object cell(@Nullable Object value) {
        return switch (value) {
            case Integer number -> Long.valueOf(number);
            case BigInteger number when number.bitLength() < Long.SIZE -> Long.valueOf(number.longValue());
            case null, default -> value;
        };
    }
}
