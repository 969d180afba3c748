package io.rocprofiler.sdk.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The places where a Java program looks for the native library.
class InstalledLibraryTest {
    private static final String OURS = "\177ELF \0" + InstalledLibrary.LAYOUT_FUNCTION + "\0";
    private static final String AMDS = "\177ELF \0rocprofiler_configure\0";

    @TempDir
    Path temporary;

    private Path library(String folder, String content) throws IOException {
        Path library = Files.createDirectories(temporary.resolve(folder)).resolve(InstalledLibrary.NAME);
        return Files.writeString(library, content);
    }

    private String path(String... folders) {
        StringBuilder path = new StringBuilder();
        for (String folder : folders) path.append(temporary.resolve(folder)).append(File.pathSeparatorChar);
        return path.toString();
    }

    @Test
    void whatIsNamedComesFirst() throws IOException {
        Path named = library("home/lib", OURS);
        library("path", OURS);
        String home = temporary.resolve("home").toString();
        assertThat(InstalledLibrary.find(home, path("path"), new String[0])).isEqualTo(named);
    }

    @Test
    void whatIsNamedHasToBeThere() throws IOException {
        library("path", OURS);
        String home = temporary.resolve("home").toString();
        assertThatThrownBy(() -> InstalledLibrary.find(home, path("path"), new String[0]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        home + "/lib/librocprofiler-sdk.so.1 is missing: set ROCPROFILER_HOME (or -Drocprofiler.home=)"
                                + " to the folder of rocprofiler-java");
    }

    @Test
    void theLibraryPathComesBeforeInstallations() throws IOException {
        Path second = library("second", OURS);
        library("installed/lib", OURS);
        String[] installations = {temporary.resolve("installed").toString()};
        assertThat(InstalledLibrary.find(null, path("first", "second"), installations))
                .isEqualTo(second);
    }

    @Test
    void amdsLibraryIsPassedOver() throws IOException {
        library("rocm/lib", AMDS);
        library("path", AMDS);
        Path ours = library("installed/lib", OURS);
        String[] installations = {
            temporary.resolve("rocm").toString(), temporary.resolve("installed").toString()
        };
        assertThat(InstalledLibrary.find(null, path("path"), installations)).isEqualTo(ours);
    }

    @Test
    void otherwiseTheSystemIsAsked() throws IOException {
        library("path", AMDS);
        assertThat(InstalledLibrary.find(null, path("path", "nowhere"), new String[] {"/nowhere"}))
                .isNull();
        assertThat(InstalledLibrary.find(null, "", new String[0])).isNull();
    }
}
