package io.rocprofiler.cli.journal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/// A line in progress, as bytes: names and messages come from the program, in whatever encoding.
final class Line {

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final MathContext SIX_DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);
    private static final int DIGITS = 20; // of a number of 64 bits
    private static final String ESCAPED = "\"\\\n\t\r";
    private static final String LETTERS = "\"\\ntr";

    private byte[] bytes = new byte[1024];
    private int length;

    private void room(long more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.toIntExact(Math.max(2L * bytes.length, length + more)));
        }
    }

    Line add(char c) {
        room(1);
        bytes[length++] = (byte) c;
        return this;
    }

    Line add(byte[] more) {
        room(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
        return this;
    }

    Line add(String text) {
        return add(text.getBytes(StandardCharsets.UTF_8));
    }

    Line add(MemorySegment from, long place, long count) {
        room(count);
        MemorySegment.copy(from, ValueLayout.JAVA_BYTE, place, bytes, length, (int) count);
        length += (int) count;
        return this;
    }

    /// Adds a number in decimal, without a sign.
    Line unsigned(long number) {
        if (number < 0) {
            return add(Long.toUnsignedString(number));
        }
        room(DIGITS);
        int end = length + digits(number);
        length = end;
        long rest = number;
        do {
            bytes[--end] = HEX[(int) (rest % 10)];
            rest /= 10;
        } while (rest != 0);
        return this;
    }

    private static int digits(long number) {
        int digits = 1;
        for (long rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        return digits;
    }

    Line signed(long number) {
        return number < 0 ? add('-').unsigned(-number) : unsigned(number); // -2^63 is its own negative, 2^63 unsigned
    }

    Line hex(long number) {
        int nibbles = Math.max(1, (67 - Long.numberOfLeadingZeros(number)) / 4);
        room(nibbles);
        for (int shift = (nibbles - 1) * 4; shift >= 0; shift -= 4) {
            bytes[length++] = HEX[(int) (number >>> shift) & 0xf];
        }
        return this;
    }

    /// Adds a number as C's `%g` does.
    Line floating(double number) {
        if (Double.isNaN(number) || Double.isInfinite(number) || number == 0) {
            boolean negative = Double.doubleToRawLongBits(number) < 0;
            return add((negative ? "-" : "") + (number == 0 ? "0" : Double.isNaN(number) ? "nan" : "inf"));
        }
        BigDecimal rounded = new BigDecimal(number).round(SIX_DIGITS).stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= -4 && exponent < SIX_DIGITS.getPrecision()) {
            return add(rounded.toPlainString());
        }
        add(rounded.movePointLeft(exponent).toPlainString()).add('e').add(exponent < 0 ? '-' : '+');
        return add(Math.abs(exponent) < 10 ? "0" : "").unsigned(Math.abs(exponent));
    }

    /// Adds characters in quotes, with escapes as in C.
    Line quoted(MemorySegment from, long place, long count) {
        add('"');
        for (long i = 0; i < count; i++) {
            char c = (char) (from.get(ValueLayout.JAVA_BYTE, place + i) & 0xff);
            int escaped = ESCAPED.indexOf(c);
            if (escaped >= 0) {
                add('\\').add(LETTERS.charAt(escaped));
            } else if (c < ' ') {
                add("\\x").add(HexFormat.of().toHexDigits((byte) c));
            } else {
                add(c);
            }
        }
        return add('"');
    }

    /// Ends the line, writes it, and begins another one.
    void end(TextFiles files, TextFile file) throws IOException {
        add('\n');
        files.write(file, bytes, length);
        length = 0;
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }
}
