package io.rocprofiler.trace.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.export.rocpd.RocpdExporter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocpdExporterTest {

    @TempDir
    Path directory;

    @Test
    void sqliteFindsNothingWrong() throws IOException, InterruptedException {
        assertThat(query("PRAGMA integrity_check; PRAGMA foreign_key_check;")).isEqualTo("ok\n");
    }

    @Test
    void callsAreRegions() throws IOException, InterruptedException {
        assertThat(query("SELECT * FROM regions_and_samples;")).isEqualTo("");
        assertThat(query("SELECT * FROM events_args;")).isEqualTo("");
    }

    private String query(String sql) throws IOException, InterruptedException {
        try (ProcessTrace process = SampleRun.open(directory)) {
            Path file = new RocpdExporter()
                    .write(SampleRun.export(process, directory.resolve("x"), false))
                    .getFirst();
            java.nio.file.Files.copy(file, Path.of("/tmp/rocpd-try/x.db"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            return Sqlite.query(file, sql);
        }
    }
}
