package io.rocprofiler.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiblingsTest {
    @TempDir
    Path proc;

    @Test
    void theParentsChildrenAreCounted() throws IOException {
        Files.createDirectories(proc.resolve("41/task/41"));
        Files.writeString(proc.resolve("41/task/41/children"), "42 43 50 ");
        assertThat(Siblings.count(proc, 41)).isEqualTo(3);
    }

    @Test
    void theCommandsWitnessIsNone() throws IOException {
        Files.createDirectories(proc.resolve("41/task/41"));
        Files.writeString(proc.resolve("41/task/41/children"), "42 43 50 ");
        Files.createDirectories(proc.resolve("42"));
        Files.writeString(proc.resolve("42/comm"), "program\n");
        Files.createDirectories(proc.resolve("50"));
        Files.writeString(proc.resolve("50/comm"), "rocprof-witness\n");
        assertThat(Siblings.count(proc, 41)).isEqualTo(2);
    }

    @Test
    void withoutAListThereIsOnlyThisProcess() {
        assertThat(Siblings.count(proc, 41)).isEqualTo(1);
    }
}
