package io.rocprofiler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is found in the files of libraries.
class LibraryTest {

    private static final String NAME = "rocprofiler_register";

    @TempDir
    Path folder;

    /// What `readelf` of this machine's binutils says.
    @ParameterizedTest
    @ValueSource(
            strings = {"/bin/sh", "/usr/bin/env", "/usr/bin/python3", "/lib/x86_64-linux-gnu/libc.so.6", "/bin/ls"})
    void theLibrariesThatAFileNeedsAreThoseOfItsDynamicSection(String file) throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/readelf")), "no readelf");
        Assumptions.assumeTrue(Files.exists(Path.of(file)), "no " + file);
        Process process = new ProcessBuilder("/usr/bin/readelf", "-dW", file).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(new Library(Path.of(file)).needed())
                .isEqualTo(said.lines()
                        .filter(line -> line.contains("(NEEDED)"))
                        .map(line -> line.replaceAll(".*\\[(.*)]", "$1"))
                        .toList())
                .isNotEmpty();
    }

    @Test
    void aDamagedFileNeedsNothing() throws IOException {
        byte[] whole = Files.readAllBytes(Path.of("/bin/sh"));
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 200; i++) {
            byte[] damaged = whole.clone();
            for (int at = 20; at < 1200; at++) {
                damaged[at] = random.nextInt(4) == 0 ? (byte) random.nextInt() : damaged[at];
            }
            Path file = Files.write(folder.resolve("damaged"), damaged);
            assertThat(new Library(file).needed()).as("names").allMatch(name -> name.length() <= 256);
        }
        assertThat(new Library(Files.write(folder.resolve("cut"), Arrays.copyOf(whole, 100))).needed())
                .isEmpty();
        assertThat(new Library(folder.resolve("missing")).needed()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {-20, -19, -1, 0, 1, Library.PIECE - 20, 2 * Library.PIECE})
    void aNameIsFoundWhereverThePiecesOfAFileMeet(int fromTheFirstBorder) throws IOException {
        Path file = folder.resolve("large.so");
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            out.write(
                    ByteBuffer.wrap(NAME.getBytes(StandardCharsets.US_ASCII)),
                    (long) Library.PIECE + fromTheFirstBorder);
        }
        assertThat(new Library(file).contains(NAME)).isTrue();
        assertThat(new Library(file).contains(NAME + "s")).isFalse();
    }
}
