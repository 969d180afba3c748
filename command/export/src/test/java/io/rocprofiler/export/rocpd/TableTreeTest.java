package io.rocprofiler.export.rocpd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rocprofiler.export.Sqlite;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Fills tables page by page and reads them with SQLite.
class TableTreeTest {

    @TempDir
    Path directory;

    @FunctionalInterface
    private interface Filling {
        void into(PageFile pages, int root) throws IOException;
    }

    private Path table(Filling filling) throws IOException, SQLException {
        Path file = directory.resolve("t.db");
        Map<String, Integer> roots;
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("PRAGMA page_size=" + PageFile.PAGE_SIZE);
            statement.executeUpdate("CREATE TABLE t (id INTEGER PRIMARY KEY, number INTEGER, text TEXT, "
                    + "last TEXT NOT NULL DEFAULT 'none')");
            statement.executeUpdate("CREATE TABLE other (a)");
            roots = Schema.roots(connection);
        }
        try (PageFile pages = new PageFile(file)) {
            filling.into(pages, Objects.requireNonNull(roots.get("t")));
            pages.finish();
        }
        return file;
    }

    private static Row row(long number, int length) {
        byte[] text = new byte[length];
        Arrays.fill(text, (byte) 'x');
        return new Row().integer(number).text(text);
    }

    @Test
    void aTableWithoutRowsIsEmpty() throws Exception {
        Path file = table((pages, root) -> new TableTree(pages, root).finish());
        assertThat(Sqlite.query(file, "PRAGMA integrity_check; SELECT count(*) FROM t"))
                .isEqualTo("ok\n0\n");
    }

    @Test
    void oneRowFitsTheFirstPageAndWhatIsLeftOutHasItsDefault() throws Exception {
        Path file = table((pages, root) -> {
            TableTree tree = new TableTree(pages, root);
            tree.append(7, row(-5, 3));
            tree.finish();
        });
        assertThat(Sqlite.query(file, "PRAGMA integrity_check; SELECT * FROM t"))
                .isEqualTo("ok\n7|-5|xxx|none\n");
    }

    @Test
    void integersOfAllSizesAreReadBack() throws Exception {
        Path file = table((pages, root) -> {
            TableTree tree = new TableTree(pages, root);
            for (int bits = 0; bits < 64; bits++) {
                tree.append(4 * bits + 1, row((1L << bits) - 1, 0));
                tree.append(4 * bits + 2, row(1L << bits, 0));
                tree.append(4 * bits + 3, row(-(1L << bits), 0));
                tree.append(4 * bits + 4, row(-(1L << bits) - 1, 0));
            }
            tree.finish();
        });
        StringBuilder expected = new StringBuilder("ok\n");
        for (int bits = 0; bits < 64; bits++) {
            expected.append((1L << bits) - 1).append('\n').append(1L << bits).append('\n');
            expected.append(-(1L << bits))
                    .append('\n')
                    .append(-(1L << bits) - 1)
                    .append('\n');
        }
        assertThat(Sqlite.query(file, "PRAGMA integrity_check; SELECT number FROM t ORDER BY id"))
                .isEqualTo(expected.toString());
    }

    /// Lengths at which a row stops fitting into a page, and at which its overflow chain grows by a page.
    @Test
    void longRowsGoOnInOtherPages() throws Exception {
        int[] edges = {100, 4040, 4061, 8120, 8135, 12_240, 40_000};
        Path file = table((pages, root) -> {
            TableTree tree = new TableTree(pages, root);
            for (int edge : edges) {
                for (int i = -40; i <= 40; i++) {
                    tree.append(tree.rows() + 1, row(edge + i, edge + i));
                }
            }
            tree.finish();
        });
        String sql =
                "PRAGMA integrity_check; SELECT count(*), sum(length(text) = number), sum(text NOT LIKE '%x%') FROM t";
        assertThat(Sqlite.query(file, sql)).isEqualTo("ok\n567|567|0\n");
    }

    /// 40,000 rows of a ninth of a page make more leaves than fit into an interior page; keys of all lengths.
    @Test
    void manyRowsMakeATreeThatIsSearchedByKey() throws Exception {
        int rows = 40_000;
        Path file = table((pages, root) -> {
            TableTree tree = new TableTree(pages, root);
            for (long i = 0; i < rows; i++) {
                tree.append(i * i * i, row(i, 400));
            }
            tree.finish();
        });
        String sql =
                "PRAGMA integrity_check; SELECT count(*), min(id), max(id), sum(id = number * number * number) FROM t; "
                        + "SELECT number FROM t WHERE id = 12345 * 12345 * 12345; SELECT number FROM t WHERE id = 2; "
                        + "SELECT count(*) FROM t WHERE id BETWEEN 1000000 AND 8000000";
        assertThat(Sqlite.query(file, sql)).isEqualTo("ok\n40000|0|63995200119999|40000\n12345\n101\n");
    }

    @Test
    void sqliteCanGoOnWritingWhereTheTreeEnds() throws Exception {
        Path file = table((pages, root) -> {
            TableTree tree = new TableTree(pages, root);
            for (int i = 1; i <= 5000; i++) {
                tree.append(2L * i, row(i, 100));
            }
            tree.finish();
        });
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO t (id, number) SELECT id - 1, -number FROM t");
            statement.executeUpdate("DELETE FROM t WHERE id % 3 = 0");
            statement.executeUpdate("INSERT INTO other SELECT text FROM t");
        }
        assertThat(Sqlite.query(file, "PRAGMA integrity_check; SELECT count(*), sum(number > 0) FROM t"))
                .isEqualTo("ok\n6667|3334\n");
    }

    @Test
    void keysHaveToAscend() throws Exception {
        table((pages, root) -> {
            TableTree tree = new TableTree(pages, root);
            tree.append(3, row(1, 1));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> tree.append(3, row(1, 1)))
                    .withMessage("key=3 after 3");
            tree.finish();
        });
    }

    @Test
    void rowsThatComeOutOfOrderAreSortedAndThoseThatCannotBeComeLast() throws Exception {
        Path file = table((pages, root) -> {
            try (LateRows late = new LateRows(directory.resolve("late"))) {
                NumberedTable table = new NumberedTable(new TableTree(pages, root), late);
                for (int i = 0; i < 100_000; i++) {
                    long key = (i ^ 0xfffL) + 10; // reverses blocks of 4096
                    table.add(key, row(key, i % 50));
                }
                table.add(20, row(-1, 1)); // duplicate of a row written long before
                table.add(0, row(-2, 1));
                table.add(Long.MIN_VALUE, row(-3, 1));
                table.add(200_000, row(200_000, 9000));
                table.finish();
            }
        });
        String sql =
                "PRAGMA integrity_check; SELECT count(*), sum(id = number) FROM t; SELECT id, number FROM t WHERE id > 110000";
        assertThat(Sqlite.query(file, sql))
                .isEqualTo("ok\n100004|100001\n200000|200000\n200001|-2\n200002|-3\n200003|-1\n");
        assertThat(directory.resolve("late")).doesNotExist();
    }
}
