package io.rocprofiler.questions;

import java.util.ArrayList;
import java.util.List;

/// A table of a dataset: a folder with Parquet files below `run=R/host=H/rank=N/`.
///
/// @param columns those in the files, in their order; the folders' names are three more
public record DatasetTable(String name, String meaning, List<Column> columns) {

    /// The columns that are names of folders, from the outermost.
    public static final List<Column> PARTITIONS = List.of(
            new Column("run", false, "the job, or the command that ran the program"),
            new Column("host", false, "the machine"),
            new Column("rank", true, "the number in the parallel job; -1 outside of one"));

    /// A column of a table.
    ///
    /// @param isNumber 64 bits with a sign; text otherwise
    public record Column(String name, boolean isNumber, String meaning) {

        /// The type's name in SQL, with one of these two words for texts.
        public String sqlType(String text) {
            return isNumber ? "BIGINT" : text;
        }
    }

    /// Reads all of `tables.txt`: `NAME: MEANING`, then a line ` COLUMN TYPE MEANING` for each column.
    public static List<DatasetTable> all() {
        List<DatasetTable> tables = new ArrayList<>();
        for (String part : Resources.text("tables.txt").split("\n(?=\\S)")) {
            List<String> lines = part.lines().toList();
            String head = lines.get(0);
            List<Column> columns = new ArrayList<>();
            for (String line : lines.subList(1, lines.size())) {
                String[] words = line.strip().split(" +", 3);
                columns.add(new Column(words[0], words[1].equals("number"), words[2]));
            }
            tables.add(new DatasetTable(
                    head.substring(0, head.indexOf(':')),
                    head.substring(head.indexOf(':') + 1).strip(),
                    columns));
        }
        return tables;
    }

    /// Whether rows last: their end is computed by the views.
    public boolean lasts() {
        return columns.stream().anyMatch(column -> column.name().equals("duration"));
    }

    /// Whether rows happen at a time; those of records without times have none, and answers leave them out.
    public boolean isTimed() {
        return columns.stream().anyMatch(column -> column.name().equals("start"));
    }

    /// The views over all tables that are the same for every engine, by name.
    public static List<String> views() {
        return List.of(Resources.text("views.sql").strip().split(";\\s*"));
    }
}
