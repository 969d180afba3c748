package io.rocprofiler.sdk.internal.description;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// CRC-32C of the few bytes beside the records. Loading the JDK's class takes more than a millisecond, longer than
/// all checksums of a run.
public final class Checksum {
    private static final int DIGITS = 16;
    private static final int[] TABLE = new int[DIGITS];

    static {
        for (int i = 0; i < DIGITS; i++) {
            int value = i;
            for (int bit = 0; bit < 4; bit++) value = value >>> 1 ^ (0x82F6_3B78 & -(value & 1));
            TABLE[i] = value;
        }
    }

    private int state = -1;

    /// Adds the bytes at absolute positions.
    public void add(ByteBuffer bytes, int from, int to) {
        for (int i = from; i < to; i++) add(bytes.get(i));
    }

    private void add(byte next) {
        int crc = state ^ (next & 0xFF);
        crc = crc >>> 4 ^ TABLE[crc & 15];
        state = crc >>> 4 ^ TABLE[crc & 15];
    }

    public int value() {
        return ~state;
    }

    /// Appends to lines a last line with their checksum: `#checksum=` and eight hexadecimal digits.
    public static byte[] lines(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Checksum checksum = new Checksum();
        for (byte next : bytes) checksum.add(next);
        String hex = Integer.toHexString(checksum.value());
        String line = "#checksum=" + "0".repeat(8 - hex.length()) + hex + "\n";
        byte[] all = new byte[bytes.length + line.length()];
        System.arraycopy(bytes, 0, all, 0, bytes.length);
        System.arraycopy(line.getBytes(StandardCharsets.US_ASCII), 0, all, bytes.length, line.length());
        return all;
    }
}
