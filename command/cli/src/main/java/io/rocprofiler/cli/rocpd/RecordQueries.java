package io.rocprofiler.cli.rocpd;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// Reads the tables of one process of a rocpd database: `records.sql`.
///
/// @param suffix of the names of its tables
/// @param process the id of its row
record RecordQueries(Connection connection, String suffix, long process) {

    private static final Map<String, String> QUERIES = read();

    /// Receives a row at a time.
    @FunctionalInterface
    interface Sink {
        void row(ResultSet row) throws SQLException, IOException;
    }

    /// Passes the rows of a query, which has a name in the file, to `sink`.
    void forEach(String query, Sink sink) throws SQLException, IOException {
        String sql = Objects.requireNonNull(QUERIES.get(query), query).replace("{{uuid}}", suffix);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, process);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    sink.row(rows);
                }
            }
        }
    }

    /// Returns the number that a query answers.
    long number(String query) throws SQLException, IOException {
        long[] number = new long[1];
        forEach(query, row -> number[0] = row.getLong(1));
        return number[0];
    }

    private static Map<String, String> read() {
        Map<String, String> queries = new HashMap<>();
        try (InputStream in = RecordQueries.class.getResourceAsStream("records.sql")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            for (String part : text.substring(text.indexOf('\n') + 1).split("\n;\n")) {
                String query = part.strip();
                int end = query.indexOf('\n');
                queries.put(query.substring("-- ".length(), end), query.substring(end + 1));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return queries;
    }
}
