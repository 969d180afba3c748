package io.rocprofiler.cli.doctor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// The dynamic section of an ELF file for 64 bits, little-endian: `elf(5)`.
///
/// @param headers the program headers
/// @param size of a program header
/// @param entries of the dynamic section: pairs of a tag and a value
record DynamicSection(FileChannel channel, ByteBuffer headers, int size, ByteBuffer entries) {

    private static final int HEADER = 64;
    private static final int PROGRAM_HEADERS = 32; // e_phoff
    private static final int PROGRAM_HEADER_SIZE = 54; // e_phentsize
    private static final int PROGRAM_HEADER_COUNT = 56; // e_phnum
    private static final int LOAD = 1; // PT_LOAD
    private static final int DYNAMIC = 2; // PT_DYNAMIC
    private static final int OFFSET = 8; // p_offset
    private static final int ADDRESS = 16; // p_vaddr
    private static final int FILE_SIZE = 32; // p_filesz
    private static final int NEEDED = 1; // DT_NEEDED
    private static final int STRINGS = 5; // DT_STRTAB
    private static final int LONGEST_NAME = 256;
    private static final int MOST_BYTES = 1 << 20; // of a damaged file, which may state anything

    /// Returns the names of the needed libraries; none if the file has no dynamic section, or is damaged.
    static List<String> needed(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer header = read(channel, 0, HEADER);
            int size = Short.toUnsignedInt(header.getShort(PROGRAM_HEADER_SIZE));
            int count = Short.toUnsignedInt(header.getShort(PROGRAM_HEADER_COUNT));
            ByteBuffer headers = read(channel, header.getLong(PROGRAM_HEADERS), (long) size * count);
            for (int at = 0; size > FILE_SIZE && at + size <= headers.limit(); at += size) {
                if (headers.getInt(at) == DYNAMIC) {
                    ByteBuffer entries = read(channel, headers.getLong(at + OFFSET), headers.getLong(at + FILE_SIZE));
                    return new DynamicSection(channel, headers, size, entries).needed();
                }
            }
            return List.of();
        } catch (IOException | IndexOutOfBoundsException | IllegalArgumentException _) {
            return List.of();
        }
    }

    private List<String> needed() throws IOException {
        long strings = -1;
        List<Long> names = new ArrayList<>();
        for (int at = 0; at + 2 * Long.BYTES <= entries.limit(); at += 2 * Long.BYTES) {
            long tag = entries.getLong(at);
            long value = entries.getLong(at + Long.BYTES);
            if (tag == NEEDED) {
                names.add(value);
            } else if (tag == STRINGS) {
                strings = place(value);
            }
        }
        List<String> needed = new ArrayList<>();
        for (long name : strings < 0 ? List.<Long>of() : names) {
            needed.add(text(strings + name));
        }
        return needed;
    }

    /// Returns where in the file the memory at an address comes from, -1 for nowhere.
    private long place(long address) {
        for (int at = 0; at + size <= headers.limit(); at += size) {
            long offset = address - headers.getLong(at + ADDRESS);
            if (headers.getInt(at) == LOAD && offset >= 0 && offset < headers.getLong(at + FILE_SIZE)) {
                return headers.getLong(at + OFFSET) + offset;
            }
        }
        return -1;
    }

    private String text(long place) throws IOException {
        String text = StandardCharsets.UTF_8
                .decode(read(channel, place, LONGEST_NAME))
                .toString();
        int end = text.indexOf('\0');
        return end < 0 ? text : text.substring(0, end);
    }

    private static ByteBuffer read(FileChannel channel, long position, long size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.clamp(size, 0, MOST_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining() && channel.read(bytes, position + bytes.position()) > 0) {
            // Continue: a read may return less than requested.
        }
        return bytes.flip();
    }
}
