package io.rocprofiler.export.rocpd;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A reusable buffer of UTF-8 text that avoids a String per value.
final class Utf8 {

    static final byte[] EMPTY_OBJECT = "{}".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_NUMBER = 20; // 2^64 in decimal digits, or 2^63 with its sign
    private static final int LONGEST_ESCAPE = 6; // \u001f

    private byte[] bytes = new byte[256];
    private int end;

    Utf8 clear() {
        end = 0;
        return this;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return end;
    }

    private void room(int length) {
        if (end + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end + length, 2 * bytes.length));
        }
    }

    Utf8 add(byte[] utf8) {
        room(utf8.length);
        System.arraycopy(utf8, 0, bytes, end, utf8.length);
        end += utf8.length;
        return this;
    }

    /// Appends an ASCII character.
    Utf8 add(char c) {
        room(1);
        bytes[end++] = (byte) c;
        return this;
    }

    Utf8 add(String text) {
        return add(text.getBytes(StandardCharsets.UTF_8));
    }

    Utf8 hexadecimal(long value) {
        int digits = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 3) / 4);
        room(digits);
        for (int i = digits - 1; i >= 0; i--) {
            bytes[end++] = DIGITS[(int) (value >>> (4 * i)) & 15];
        }
        return this;
    }

    Utf8 decimal(long value) {
        if (value == Long.MIN_VALUE) {
            return add(Long.toString(value));
        }
        room(LONGEST_NUMBER);
        long rest = Math.abs(value);
        if (value < 0) {
            bytes[end++] = '-';
        }
        int digits = 1;
        for (long power = 10; digits < 19 && rest >= power; power *= 10) {
            digits++;
        }
        for (int i = end + digits - 1; i >= end; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        end += digits;
        return this;
    }

    /// Appends the text escaped for the inside of a JSON string.
    Utf8 json(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        room(LONGEST_ESCAPE * utf8.length);
        for (byte b : utf8) {
            if (b == '"' || b == '\\') {
                bytes[end++] = '\\';
                bytes[end++] = b;
            } else if (b >= 0 && b < ' ') {
                add(String.format("\\u%04x", (int) b));
            } else {
                bytes[end++] = b;
            }
        }
        return this;
    }
}
