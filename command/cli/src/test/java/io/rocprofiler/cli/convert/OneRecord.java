package io.rocprofiler.cli.convert;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/// The smallest possible process directory: one call of hsa_init, written from the format's description.
public final class OneRecord {

    private OneRecord() {}

    public static Path write(Path directory, long pid) throws IOException {
        return write(directory, pid, 0, 0, "hostname=box\n");
    }

    /// Writes it with clocks and more properties.
    ///
    /// @param boottimeNanos when recording began, of CLOCK_BOOTTIME
    /// @param monotonicNanos the same moment of CLOCK_MONOTONIC
    /// @param properties more lines of the process's properties
    public static Path write(Path directory, long pid, long boottimeNanos, long monotonicNanos, String properties)
            throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(4096 + 4096).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(0, "RPJSEG01".getBytes(StandardCharsets.US_ASCII));
        bytes.putInt(8, 2).putInt(12, 4096).putLong(16, pid); // version, header size, pid
        bytes.putLong(40, boottimeNanos).putLong(48, monotonicNanos);
        bytes.putLong(24, 4096).putLong(32, 4096).putLong(64, 1); // chunk size, stretch size, chunks
        bytes.putLong(72, 1).putLong(512, 1); // closed, one stretch
        bytes.putLong(4096, 64).putLong(4096 + 8, pid).putLong(4096 + 16, 1); // used, tid, submitted
        int place = 4096 + 64;
        bytes.putInt(place + 8, 1).putLong(place + 16, 1); // HSA_CORE_API, hsa_init, internal id
        bytes.putLong(place + 40, 1000).putLong(place + 48, 1500).putLong(place + 56, pid); // start, end, thread
        bytes.putLong(place, 64);
        seal(bytes, place);
        Files.createDirectories(directory);
        byte[] content = new byte[bytes.capacity()];
        bytes.get(0, content);
        Files.write(directory.resolve("records.seg"), content);
        Files.writeString(
                directory.resolve("process.properties"),
                "format=1\npid=" + pid + "\ncommand=/usr/bin/app\\0x\n" + properties);
        return directory;
    }

    /// Seals the stretch with its 64 bytes of records, and the header.
    private static void seal(ByteBuffer bytes, int records) {
        bytes.putInt(4096 + 48, 1); // submitted
        ByteBuffer parts = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        for (int part = 0; part < 4; part++) parts.putInt((int) crc(bytes.slice(records + 16 * part, 16)));
        bytes.putLong(
                4096 + 40,
                2L << 62
                        | 64L << 32
                        | crc(
                                bytes.slice(4096 + 8, 8), // tid
                                bytes.slice(4096 + 32, 8), // started
                                bytes.slice(4096 + 48, 8), // submitted and dropped
                                parts.flip()));
        bytes.putLong(136, 2L << 62 | crc(bytes.slice(0, 64)));
        bytes.putLong(144, 2L << 62 | crc(bytes.slice(72, 48), bytes.slice(512, 64), bytes.slice(1024, 1024)));
    }

    private static long crc(ByteBuffer... all) {
        CRC32C crc = new CRC32C();
        for (ByteBuffer bytes : all) crc.update(bytes);
        return crc.getValue();
    }
}
