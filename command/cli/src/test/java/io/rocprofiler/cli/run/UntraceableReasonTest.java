package io.rocprofiler.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UntraceableReasonTest {

    private static final int LOAD = 1; // PT_LOAD
    private static final int INTERPRETER = 3; // PT_INTERP

    @TempDir
    Path directory;

    @Test
    void aProgramWithoutADynamicLinkerIsLinkedStatically() throws IOException {
        assertThat(reason(elf(2, LOAD, LOAD)))
                .isEqualTo("is linked statically: nothing can be loaded into it that would trace it");
        assertThat(reason(elf(2, LOAD, INTERPRETER))).isNull();
        assertThat(reason(elf(2, INTERPRETER))).isNull();
    }

    @Test
    void theDynamicLinkerItselfRunsPrograms() throws IOException {
        for (String name : new String[] {"ld-linux-x86-64.so.2", "ld-2.31.so", "ld.so"}) {
            Path file = Files.write(directory.resolve(name), elf(2, LOAD));
            assertThat(reason(file.toString(), Map.of())).as(name).isNull();
        }
        Path link = Files.createSymbolicLink(directory.resolve("loader"), directory.resolve("ld.so"));
        assertThat(reason(link.toString(), Map.of())).isNull();
    }

    @Test
    void aProgramOf32BitsIsSaidToBeOne() throws IOException {
        assertThat(reason(elf(1, INTERPRETER))).isEqualTo("is a 32-bit program, and ROCm is 64-bit");
    }

    @Test
    void aProgramWithAnotherUsersRightsListensToNoEnvironment() throws IOException {
        Path file = Files.write(directory.resolve("special"), elf(2, INTERPRETER));
        Files.setAttribute(file, "unix:mode", 04755);
        assertThat(reason(file.toString(), Map.of())).startsWith("runs with the rights of another user");
    }

    @Test
    void againstScriptsAndFilesOfOtherKindsNothingSpeaks() throws IOException {
        assertThat(reason("#!/bin/sh\n".getBytes(StandardCharsets.UTF_8))).isNull();
        assertThat(reason(new byte[0])).isNull();
        assertThat(reason("/no/such/file", Map.of())).isNull();
    }

    @Test
    void aNameIsLookedForAsTheProgramWas() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("bin"));
        Path file = Files.write(folder.resolve("tool"), elf(2, LOAD));
        assertThat(reason("tool", Map.of("PATH", "/nowhere:" + folder))).isNull();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(reason("tool", Map.of("PATH", "/nowhere:" + folder))).startsWith("is linked statically");
        assertThat(reason("tool", Map.of())).isNull();
    }

    private @Nullable String reason(byte[] content) throws IOException {
        return reason(Files.write(directory.resolve("program"), content).toString(), Map.of());
    }

    private static @Nullable String reason(String program, Map<String, String> environment) {
        UntraceableReason untraceable = UntraceableReason.of(program, environment);
        return untraceable == null ? null : untraceable.reason();
    }

    /// Returns an ELF header and program headers of these types, 56 bytes each.
    private static byte[] elf(int bits, int... types) {
        ByteBuffer file = ByteBuffer.allocate(64 + 56 * types.length).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(0, 0x464c457f).put(4, (byte) bits).putShort(18, (short) 62).putLong(32, 64);
        file.putShort(54, (short) 56).putShort(56, (short) types.length);
        for (int i = 0; i < types.length; i++) {
            file.putInt(64 + 56 * i, types[i]);
        }
        return file.array();
    }
}
