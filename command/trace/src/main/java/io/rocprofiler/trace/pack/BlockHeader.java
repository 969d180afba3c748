package io.rocprofiler.trace.pack;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// The header before a block, by which a reader finds and interprets the block without the index.
///
/// ```
/// 0       8        12       16        20         24          32         40        48            68
/// | magic | number | length | records | checksum | first key | last key | before | name of stream | checksum of all
/// this |
/// ```
/// Little-endian; the name is padded with zeros.
///
/// @param number of the block in the file, from 0
/// @param lengthBytes of the block that follows
/// @param checksum CRC-32C of the block that follows
/// @param recordsBefore the number of earlier records in the stream
record BlockHeader(
        int number,
        int lengthBytes,
        int records,
        int checksum,
        long firstKey,
        long lastKey,
        long recordsBefore,
        String stream) {

    static final int SIZE = 72;

    static final long MAGIC = 0xb10c_4b43_504a_5052L; // no text ends with its last two bytes

    private static final int NAME = 48;
    private static final int CHECKSUM = SIZE - Integer.BYTES;

    ByteBuffer toBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(MAGIC).putInt(number).putInt(lengthBytes).putInt(records).putInt(checksum);
        bytes.putLong(firstKey).putLong(lastKey).putLong(recordsBefore);
        bytes.put(stream.getBytes(StandardCharsets.US_ASCII));
        return bytes.putInt(CHECKSUM, crc(bytes.array(), 0)).clear();
    }

    /// Reads the header at `place`; returns null if there is none.
    static @Nullable BlockHeader read(byte[] bytes, int place) {
        if (bytes.length - place < SIZE) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes, place, SIZE).slice().order(ByteOrder.LITTLE_ENDIAN);
        if (in.getLong(0) != MAGIC || in.getInt(CHECKSUM) != crc(bytes, place)) {
            return null;
        }
        in.position(Long.BYTES);
        return new BlockHeader(
                in.getInt(),
                in.getInt(),
                in.getInt(),
                in.getInt(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                new String(bytes, place + NAME, CHECKSUM - NAME, StandardCharsets.US_ASCII).replace("\0", ""));
    }

    private static int crc(byte[] bytes, int place) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, place, CHECKSUM);
        return (int) checksum.getValue();
    }
}
