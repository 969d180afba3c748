package io.rocprofiler.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// SQLite's command line shell.
public final class Sqlite {

    private Sqlite() {}

    /// Returns the rows as lines, cells separated by `|`.
    public static String query(Path database, String sql) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder("sqlite3", "-readonly", "-nullvalue", "NULL", database.toString(), sql)
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            Assumptions.abort("no sqlite3 (Debian: sqlite3): " + e.getMessage());
            throw e;
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
