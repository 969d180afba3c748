package io.rocprofiler.spark;

import io.rocprofiler.questions.DatasetTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/// The tables of a dataset as views of a session, with the names and columns that the questions use.
final class Tables {

    private Tables() {}

    /// @param dataset the folder, on any file system that Spark reads
    static void register(SparkSession session, String dataset) {
        for (DatasetTable table : DatasetTable.all()) {
            Dataset<Row> all = rows(session, dataset, table);
            Dataset<Row> rows = table.isTimed() ? all.where("start IS NOT NULL") : all; // no times, no durations
            (table.lasts() ? rows.selectExpr("*", "start + duration AS end") : rows)
                    .createOrReplaceTempView(table.name());
        }
        for (String view : DatasetTable.views()) {
            session.sql(view.replaceFirst("CREATE ", "CREATE OR REPLACE "));
        }
    }

    /// Returns a table's rows. It says what the columns are: Spark would take `rank=01`, or a host with only digits in
    /// its name, for numbers.
    private static Dataset<Row> rows(SparkSession session, String dataset, DatasetTable table) {
        List<DatasetTable.Column> columns = new ArrayList<>(table.columns());
        columns.addAll(DatasetTable.PARTITIONS);
        String schema = columns.stream()
                .map(column -> column.name() + " " + column.sqlType("STRING"))
                .collect(Collectors.joining(", "));
        try {
            return session.read().schema(schema).parquet(dataset + "/" + table.name());
        } catch (Exception e) {
            if (isMissing(e)) {
                return session.sql(columns.stream()
                        .map(column -> "CAST(NULL AS " + column.sqlType("STRING") + ") AS " + column.name())
                        .collect(Collectors.joining(", ", "SELECT ", " WHERE false")));
            }
            throw e;
        }
    }

    private static boolean isMissing(Exception e) {
        return e instanceof AnalysisException && String.valueOf(e.getMessage()).contains("PATH_NOT_FOUND");
    }
}
