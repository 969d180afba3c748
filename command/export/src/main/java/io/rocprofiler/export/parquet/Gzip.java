package io.rocprofiler.export.parquet;

import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Compresses page by page.
final class Gzip implements AutoCloseable {

    /// The header of a gzip member (RFC 1952), which Parquet's `GZIP` codec requires: magic, deflate, no flags, no
    /// time, no extras, unknown system.
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};

    private static final int LEVEL = 3; // the last of zlib's quick ones
    private static final int STEP = 1 << 16;

    private final Deflater deflater = new Deflater(LEVEL, true); // ended by close()
    private final byte[] step = new byte[STEP];

    void compress(Bytes from, Bytes to) {
        to.clear();
        to.bytes(HEADER, HEADER.length);
        deflater.reset();
        deflater.setInput(from.array(), 0, from.size());
        deflater.finish();
        while (!deflater.finished()) {
            to.bytes(step, deflater.deflate(step));
        }
        CRC32 crc = new CRC32();
        crc.update(from.array(), 0, from.size());
        to.little(crc.getValue(), Integer.BYTES);
        to.little(from.size(), Integer.BYTES);
    }

    @Override
    public void close() {
        deflater.end();
    }
}
