package io.rocprofiler.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.convert.OneRecord;
import io.rocprofiler.trace.Run;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the manifest; the tests of the installed command read its content with Python.
class ManifestTest {

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final Log log = new Log(new PrintStream(said, true, StandardCharsets.UTF_8));

    @TempDir
    Path directory;

    @Test
    void aProcessDirectoryThatItNamesAndThatHasGoneIsSaid() throws IOException {
        OneRecord.write(directory.resolve("99-1000"), 99);
        Manifest manifest = Manifest.begin(directory, List.of("app"), "", log);
        try (Run run = Run.open(directory)) {
            manifest.end(new Launcher.End.Exited(0, 99), run, List.of(new LiveProcess(7, "daemon")), null);
        }
        Manifest.reportMissing(directory, log);
        assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();

        Files.move(directory.resolve("99-1000"), directory.resolve("elsewhere"));
        Manifest.reportMissing(directory, log);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .isEqualTo("rocprofv3: warning: " + directory
                        + "/99-1000: no such directory, which manifest.json names; its records are lost\n");
    }

    @Test
    void aDamagedOneIsSaidAndNotNeeded() throws IOException {
        Manifest.begin(directory, List.of("app"), "", log);
        Path file = directory.resolve("manifest.json");
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() / 2));
        Manifest.reportMissing(directory, log);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .isEqualTo("rocprofv3: warning: " + file + " is damaged; read without it\n");
    }

    @Test
    void oneThatCannotBeWrittenCostsOneLine() throws IOException {
        Path gone = directory.resolve("gone");
        Manifest.begin(gone, List.of("app"), "", log);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .isEqualTo("rocprofv3: warning: cannot write " + gone + "/manifest.json: no such file\n");
    }
}
