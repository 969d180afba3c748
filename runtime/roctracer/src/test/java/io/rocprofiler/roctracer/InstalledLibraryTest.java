package io.rocprofiler.roctracer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests where the roctracer library is searched for.
final class InstalledLibraryTest {
    @TempDir
    Path temporary;

    private Path library(String folder) throws IOException {
        return Files.writeString(
                Files.createDirectories(temporary.resolve(folder)).resolve(InstalledLibrary.NAME), "");
    }

    private String folder(String name) {
        return temporary.resolve(name).toString();
    }

    @Test
    void what_is_named_is_the_only_place_and_has_to_be_there() throws IOException {
        Path named = library("home/lib");
        library("path");
        assertThat(InstalledLibrary.find(folder("home"), folder("path"), new String[0]))
                .isEqualTo(named);
        assertThatThrownBy(() -> InstalledLibrary.find(folder("other"), folder("path"), new String[0]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(folder("other") + "/lib/libroctracer64.so.4 is missing: set ROCPROFILER_HOME");
    }

    @Test
    void the_library_path_comes_before_installations_and_the_system_is_last() throws IOException {
        Path second = library("second");
        Path installed = library("installed/lib");
        String[] installations = {folder("installed")};
        assertThat(InstalledLibrary.find(null, folder("first") + "::" + folder("second"), installations))
                .isEqualTo(second);
        assertThat(InstalledLibrary.find(null, folder("first"), installations)).isEqualTo(installed);
        assertThat(InstalledLibrary.find(null, folder("first"), new String[0])).isNull();
    }
}
