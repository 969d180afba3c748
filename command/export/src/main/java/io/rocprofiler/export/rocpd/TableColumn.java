package io.rocprofiler.export.rocpd;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A column of a table, as SQLite describes it.
///
/// @param type as declared, may be empty
/// @param otherwise its default in SQL, null for none; texts in single quotes
record TableColumn(
        String name,
        String type,
        boolean isRequired,
        @Nullable String otherwise,
        boolean isKey) {

    /// Returns the columns of a table or view, in order.
    static List<TableColumn> of(Connection connection, String database, String table) throws SQLException {
        List<TableColumn> columns = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT name, type, \"notnull\", dflt_value, pk FROM"
                        + " pragma_table_info('" + table.replace("'", "''") + "', '" + database + "')")) {
            while (rows.next()) {
                columns.add(new TableColumn(
                        rows.getString(1),
                        rows.getString(2),
                        rows.getBoolean(3),
                        text(rows.getString(4)),
                        rows.getInt(5) > 0));
            }
        }
        return columns;
    }

    /// AMD's schema has texts in double quotes, which new tables must not have.
    private static @Nullable String text(@Nullable String otherwise) {
        return otherwise == null || !otherwise.startsWith("\"")
                ? otherwise
                : "'" + otherwise.substring(1, otherwise.length() - 1).replace("'", "''") + "'";
    }

    /// The name in SQL.
    String quoted() {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /// Returns the column in the words of CREATE TABLE and ALTER TABLE.
    ///
    /// @param required whether rows must have a value where there is no default
    String declared(boolean required) {
        return quoted() + " " + type
                + (isKey ? " PRIMARY KEY" : "")
                + (isRequired && (required || otherwise != null) ? " NOT NULL" : "")
                + (otherwise == null ? "" : " DEFAULT " + (isLiteral() ? otherwise : "(" + otherwise + ")"));
    }

    /// Whether the default, if there is one, is a value: tables with rows take no other.
    boolean isLiteral() {
        return otherwise == null || otherwise.matches("(?is)[-+]?[\\d.]+|'([^']|'')*'|null|true|false");
    }

    /// Returns the same column with another default.
    TableColumn with(@Nullable String otherwise) {
        return new TableColumn(name, type, isRequired, otherwise, isKey);
    }

    /// Whether a row cannot be without it.
    boolean isNeeded() {
        return isRequired && otherwise == null && !isKey;
    }
}
