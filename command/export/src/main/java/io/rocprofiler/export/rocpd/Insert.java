package io.rocprofiler.export.rocpd;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/// Inserts rows into one of the small tables.
final class Insert implements AutoCloseable {

    private final PreparedStatement statement;

    private Insert(PreparedStatement statement) {
        this.statement = statement;
    }

    /// @param columns in SQL syntax
    static Insert into(Connection connection, String table, String columns) throws SQLException {
        int count = columns.split(",").length;
        String places = String.join(",", Collections.nCopies(count, "?"));
        return new Insert(
                connection.prepareStatement("INSERT INTO \"" + table + "\" (" + columns + ") VALUES (" + places + ")"));
    }

    /// @param values numbers, texts and nulls, one per column
    void row(@Nullable Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            switch (values[i]) {
                case null -> statement.setObject(i + 1, null);
                case Number number -> statement.setLong(i + 1, number.longValue());
                case Object text -> statement.setString(i + 1, text.toString());
            }
        }
        statement.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
