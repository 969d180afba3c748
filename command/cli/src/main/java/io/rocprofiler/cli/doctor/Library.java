package io.rocprofiler.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// A shared library as a file: whether a program of this machine can load it, and what it contains.
record Library(Path file) {

    private static final byte[] MAGIC = {0x7f, 'E', 'L', 'F'};

    /// The parts of an ELF header that tell x86-64: its class, its byte order and its machine.
    private static final int CLASS = 4;

    private static final int CLASS_64 = 2;
    private static final int MACHINE = 18;
    private static final int MACHINE_X86_64 = 62;
    private static final int HEADER = 64;

    /// How many bytes of a file are looked at together.
    static final int PIECE = 1 << 20;

    /// Which of these the dynamic linker would find it.
    enum Kind {
        /// Of this machine.
        LOADABLE,
        /// Of another machine or for 32 bits: the dynamic linker goes on looking.
        FOREIGN,
        /// No library: the dynamic linker refuses it and looks no further.
        BROKEN
    }

    Kind kind() {
        byte[] header = new byte[HEADER];
        try (InputStream in = Files.newInputStream(file)) {
            int read = in.readNBytes(header, 0, HEADER);
            if (read < HEADER || !Arrays.equals(Arrays.copyOf(header, MAGIC.length), MAGIC)) {
                return Kind.BROKEN;
            }
        } catch (IOException _) {
            return Kind.BROKEN;
        }
        return header[CLASS] == CLASS_64 && header[MACHINE] == MACHINE_X86_64 ? Kind.LOADABLE : Kind.FOREIGN;
    }

    /// Returns the names of the libraries that the dynamic linker loads with the file: DT_NEEDED in `elf(5)`.
    /// Without a dynamic section there are none.
    List<String> needed() {
        return kind() == Kind.LOADABLE ? DynamicSection.needed(file) : List.of();
    }

    /// Whether the file contains a name: as an import or an export, or as a text for `dlsym`. It is read in pieces, as
    /// libraries with kernels are larger than this program's memory.
    boolean contains(String text) {
        byte[] name = text.getBytes(StandardCharsets.US_ASCII);
        byte[] piece = new byte[PIECE];
        int kept = 0;
        try (InputStream in = Files.newInputStream(file)) {
            while (true) {
                int read = in.readNBytes(piece, kept, PIECE - kept);
                if (read == 0) {
                    return false;
                }
                int end = kept + read;
                if (contains(piece, end, name)) {
                    return true;
                }
                kept = Math.min(end, name.length - 1);
                System.arraycopy(piece, end - kept, piece, 0, kept);
            }
        } catch (IOException _) {
            return false;
        }
    }

    private static boolean contains(byte[] bytes, int end, byte[] name) {
        for (int i = 0; i + name.length <= end; i++) {
            if (bytes[i] == name[0] && Arrays.equals(bytes, i, i + name.length, name, 0, name.length)) {
                return true;
            }
        }
        return false;
    }

    /// The file, the name of what its links lead to, and the ROCm it belongs to where that says so.
    String description() {
        try {
            Path real = file.toRealPath();
            String rocm = Machine.text(real.resolve("../../.info/version").normalize());
            return file + " (" + real.getFileName() + (rocm.isEmpty() ? "" : ", ROCm " + rocm) + ")";
        } catch (IOException _) {
            return file.toString();
        }
    }
}
