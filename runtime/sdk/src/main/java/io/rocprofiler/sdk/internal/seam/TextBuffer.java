package io.rocprofiler.sdk.internal.seam;

import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;

/// A C string under construction, in native memory that is reused for the next one. Allocates only to grow.
///
/// Thread rule: one thread.
public final class TextBuffer {
    private static final int FIRST_BYTES = 1024;
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    // Lifetime: C holds the address during a callback, while a stack frame refers to this object.
    private Arena arena = Arena.ofAuto();
    private long address = arena.allocate(FIRST_BYTES).address();
    private int capacity = FIRST_BYTES;
    private int length;

    public void clear() {
        length = 0;
    }

    /// The current text as a C string, valid until the next call of a method.
    public long address() {
        Memory.putByte(address + length, (byte) 0);
        return address;
    }

    int length() {
        return length;
    }

    /// Appends ASCII text.
    public void ascii(String text) {
        int count = text.length();
        long to = room(count);
        for (int i = 0; i < count; i++) Memory.putByte(to + i, (byte) text.charAt(i));
        length += count;
    }

    public void unsigned(long value) {
        if (value < 0) {
            long tens = Long.divideUnsigned(value, 10);
            unsigned(tens);
            digit((int) (value - 10 * tens));
            return;
        }
        int digits = 1;
        for (long rest = value; rest >= 10; rest /= 10) digits++;
        long at = room(digits) + digits;
        long rest = value;
        do {
            Memory.putByte(--at, HEX[(int) (rest % 10)]);
            rest /= 10;
        } while (rest != 0);
        length += digits;
    }

    public void signed(long value) {
        if (value < 0) ascii("-");
        unsigned(value < 0 ? -value : value);
    }

    /// Appends `0x` and the number without leading zeros.
    public void hex(long value) {
        ascii("0x");
        int digits = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 3) / 4);
        long to = room(digits);
        for (int i = 0; i < digits; i++) {
            Memory.putByte(to + i, HEX[(int) (value >>> (4 * (digits - 1 - i))) & 15]);
        }
        length += digits;
    }

    /// Appends bytes as pairs of hexadecimal digits.
    public void bytes(long from, int count) {
        long to = room(2 * count);
        for (int i = 0; i < count; i++) {
            int value = Memory.getByte(from + i);
            Memory.putByte(to + 2L * i, HEX[(value >> 4) & 15]);
            Memory.putByte(to + 2L * i + 1, HEX[value & 15]);
        }
        length += 2 * count;
    }

    /// Appends the text in a readable array of characters, which ends where the array does or at a NUL.
    public void characters(long from, int most) {
        int count = 0;
        while (count < most && Memory.getByte(from + count) != 0) count++;
        Memory.copy(from, room(count), count);
        length += count;
    }

    /// Appends the C string at an arbitrary address, cut at `maxBytes`. Returns false, and appends nothing, if it
    /// cannot be read.
    public boolean string(Peek peek, long from, int maxBytes) {
        while (true) {
            int room = Math.min(capacity - length, maxBytes + 1);
            int count = peek.string(address + length, from, room);
            if (count < 0) return false;
            if (count < room - 1 || room > maxBytes) {
                length += count;
                return true;
            }
            room(2 * capacity);
        }
    }

    private void digit(int digit) {
        Memory.putByte(room(1), HEX[digit]);
        length++;
    }

    /// Returns the address after the text, with room for `bytes` bytes and the terminator.
    private long room(int bytes) {
        if (length + bytes + 1 > capacity) {
            int wanted = Math.max(2 * capacity, length + bytes + 1);
            Arena larger = Arena.ofAuto();
            long to = larger.allocate(wanted).address();
            Memory.copy(address, to, length);
            arena = larger;
            address = to;
            capacity = wanted;
        }
        return address + length;
    }

    /// Returns the current text. Allocates it.
    @Override
    public String toString() {
        byte[] copy = new byte[length];
        for (int i = 0; i < length; i++) copy[i] = Memory.getByte(address + i);
        return new String(copy, StandardCharsets.UTF_8);
    }
}
