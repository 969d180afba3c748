package io.rocprofiler.export.rocpd;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.export.Sqlite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaTest {

    @TempDir
    Path directory;

    @Test
    void theVersionsAreThoseThatAreInstalled() throws IOException {
        try (var versions = SchemaTest.class.getResourceAsStream("versions/versions.yml")) {
            assertThat(new String(versions.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> line.startsWith("  - "))
                            .map(line -> line.substring(4)))
                    .containsExactlyElementsOf(SchemaVersion.names());
        }
        assertThat(SchemaVersion.names()).allMatch(name -> name.equals(String.valueOf(SchemaVersion.of(name))));
        assertThat(SchemaVersion.of("3.0.99")).isNull();
    }

    /// SQLite limits a compound view to 500 parts; our views have fewer.
    @Test
    void moreProcessesThanAViewHoldsPartsAreShownByViewsOfViews() throws Exception {
        int processes = 60;
        List<Guid> guids = LongStream.range(0, processes)
                .mapToObj(i -> new Guid(new UUID(i, i).toString()))
                .toList();
        Path file = directory.resolve("many.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            connection.setAutoCommit(false);
            Schema.create(connection, SchemaVersion.newest(), guids);
            for (Guid guid : guids) {
                try (Insert insert = Insert.into(connection, "rocpd_string" + guid.suffix(), "string")) {
                    insert.row("a");
                }
            }
            connection.commit();
        }
        assertThat(Sqlite.query(file, "SELECT count(*), count(DISTINCT guid) FROM rocpd_string; SELECT * FROM kernels"))
                .isEqualTo("60|60\n");
    }
}
