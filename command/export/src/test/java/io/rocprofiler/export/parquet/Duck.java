package io.rocprofiler.export.parquet;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/// DuckDB, a strict Parquet reader that is independent of our writer.
public final class Duck {

    private Duck() {}

    /// Returns the rows of `select ... from FILE ...`: cells separated by `|`.
    public static List<String> rows(Path file, String query) throws SQLException {
        String sql = query.replace("FILE", "'" + file + "'");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                StringJoiner row = new StringJoiner("|");
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(String.valueOf(result.getObject(i)));
                }
                rows.add(row.toString());
            }
            return rows;
        }
    }
}
