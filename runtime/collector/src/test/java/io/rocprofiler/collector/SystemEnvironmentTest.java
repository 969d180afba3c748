package io.rocprofiler.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that privileged programs see no environment (`getauxval`, elf.h).
final class SystemEnvironmentTest {
    private static final long AT_PAGESZ = 6;
    private static final long AT_SECURE = 23;

    @TempDir
    Path proc;

    @Test
    void a_program_without_privileges_has_its_variables() throws IOException {
        auxiliary(AT_PAGESZ, 4096, AT_SECURE, 0, 0, 0);
        assertThat(new SystemEnvironment(proc).get("PATH")).isEqualTo(System.getenv("PATH"));
    }

    @Test
    void a_program_with_privileges_has_none() throws IOException {
        auxiliary(AT_PAGESZ, 4096, AT_SECURE, 1, 0, 0);
        assertThat(new SystemEnvironment(proc).get("PATH")).isNull();
    }

    @Test
    void nor_has_one_that_cannot_learn_what_it_is() throws IOException {
        auxiliary();
        assertThat(new SystemEnvironment(proc).get("PATH")).isNull();
    }

    @Test
    void without_proc_the_kernel_is_believed_to_have_given_none() {
        assertThat(new SystemEnvironment(proc).get("PATH")).isEqualTo(System.getenv("PATH"));
    }

    private void auxiliary(long... words) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(words.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (long word : words) bytes.putLong(word);
        Files.createDirectories(proc.resolve("self"));
        Files.write(proc.resolve("self/auxv"), bytes.array());
    }
}
