package io.rocprofiler.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessInfoTest {
    @TempDir
    Path proc;

    @Test
    void aProcessThatMayReadNothingOfItselfStillKnowsItsNumber() {
        ProcessInfo process = ProcessInfo.read(proc);
        assertThat(process.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(process.parent()).isZero();
        assertThat(process.command()).isEmpty();
        assertThat(process.hostname()).isEmpty();
    }

    @Test
    void filesWithNothingOfWhatBelongsThereCountAsUnreadable() throws IOException {
        Files.createDirectories(proc.resolve("self"));
        Files.createDirectories(proc.resolve("sys/kernel"));
        Files.writeString(proc.resolve("self/stat"), "7".repeat(10_000));
        Files.writeString(proc.resolve("self/limits"), "Max file size");
        Files.writeString(proc.resolve("self/cmdline"), "7".repeat(3 << 20));
        Files.writeString(proc.resolve("sys/kernel/hostname"), "7".repeat(10_000));
        ProcessInfo process = ProcessInfo.read(proc);
        assertThat(process.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(process.session()).isZero();
        assertThat(process.command()).hasSize(2 << 20);
        assertThat(process.hostname()).hasSize(4096);
        assertThat(ProcessInfo.maxFileSize(proc)).isEqualTo(Long.MAX_VALUE);
    }
}
