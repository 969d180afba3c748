package io.rocprofiler.export.rocpd;

import java.util.Arrays;

/// Numbers in the order in which they were first seen: threads, queues, streams. Fast if the same comes again
/// and again.
final class Seen {

    private long[] numbers = new long[16];
    private int[] slots = new int[64]; // place in `numbers` and one, 0 for none
    private int count;
    private long last;
    private int lastPlace = -1;

    /// The number's place, the next one if it is new.
    int place(long number) {
        if (lastPlace >= 0 && number == last) {
            return lastPlace;
        }
        int slot = slot(number);
        if (slots[slot] == 0) {
            if (count == numbers.length) {
                grow();
                slot = slot(number);
            }
            numbers[count] = number;
            slots[slot] = ++count;
        }
        last = number;
        lastPlace = slots[slot] - 1;
        return lastPlace;
    }

    private int slot(long number) {
        long hash = number * 0x9e37_79b9_7f4a_7c15L; // 2^64 / golden ratio
        int slot = (int) (hash >>> 40) & slots.length - 1;
        while (slots[slot] != 0 && numbers[slots[slot] - 1] != number) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }

    private void grow() {
        numbers = Arrays.copyOf(numbers, 2 * count);
        slots = new int[8 * count];
        for (int i = 0; i < count; i++) {
            slots[slot(numbers[i])] = i + 1;
        }
    }

    int size() {
        return count;
    }

    long number(int place) {
        return numbers[place];
    }
}
