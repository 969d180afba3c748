package io.rocprofiler.export.rocpd;

import java.util.Arrays;

/// Distinct numbers in the order of their first occurrence: threads, queues, streams. Fast if numbers repeat.
final class FirstSeenIndex {

    private long[] numbers = new long[16];
    private int[] slots = new int[64]; // index in `numbers` plus one, 0 if free
    private int count;
    private long last;
    private int lastPlace = -1;

    /// Returns the number's index, the next one if it is new.
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
        long hash = number * 0x9e37_79b9_7f4a_7c15L; // 2^64 divided by the golden ratio
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
