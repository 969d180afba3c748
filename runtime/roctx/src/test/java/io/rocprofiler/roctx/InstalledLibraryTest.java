package io.rocprofiler.roctx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests where a ROC-TX library is searched for.
final class InstalledLibraryTest {
    private static final String NAME = InstalledLibrary.NAME;

    @TempDir
    Path temporary;

    private Path library(String folder) throws IOException {
        return Files.writeString(
                Files.createDirectories(temporary.resolve(folder)).resolve(NAME), "");
    }

    private String path(String... folders) {
        StringBuilder path = new StringBuilder();
        for (String folder : folders) path.append(temporary.resolve(folder)).append(File.pathSeparatorChar);
        return path.toString();
    }

    @Test
    void what_is_named_is_the_only_place() throws IOException {
        Path named = library("home/lib");
        library("path");
        String home = temporary.resolve("home").toString();
        assertThat(InstalledLibrary.find(NAME, home, path("path"), new String[0]))
                .isEqualTo(named);
        assertThat(InstalledLibrary.find(NAME, home + "less", path("path"), new String[0]))
                .isNull();
    }

    @Test
    void the_library_path_comes_before_installations() throws IOException {
        Path second = library("second");
        Path installed = library("installed/lib");
        String[] installations = {temporary.resolve("installed").toString()};
        assertThat(InstalledLibrary.find(NAME, null, path("first", "second"), installations))
                .isEqualTo(second);
        assertThat(InstalledLibrary.find(NAME, null, path("first"), installations))
                .isEqualTo(installed);
    }

    @Test
    void otherwise_the_system_is_asked() {
        assertThat(InstalledLibrary.find(NAME, null, path("nowhere") + ":", new String[] {"/nowhere"}))
                .isNull();
        assertThat(InstalledLibrary.find(NAME, null, "", new String[0])).isNull();
    }
}
