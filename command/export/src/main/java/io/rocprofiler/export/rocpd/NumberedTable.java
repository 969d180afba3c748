package io.rocprofiler.export.rocpd;

import java.io.IOException;
import java.util.Arrays;

/// A table whose rows carry their own numbers, such as correlation ids, and arrive nearly in ascending order:
/// threads overtake each other between taking a number and reading the clock. A window of rows restores the
/// order. A row that arrives too late for the window, or has the number of another row, is appended at the end
/// with a new number.
final class NumberedTable {

    private static final int PLACE_BITS = 15;
    private static final int WINDOW = 1 << PLACE_BITS;
    private static final long PLACE_MASK = WINDOW - 1;
    private static final long LARGEST_KEY = 1L << (Long.SIZE - 1 - PLACE_BITS);

    private final TableTree tree;
    private final LateRows late;
    private final long[] order = new long[WINDOW]; // key and index in the window, in one number
    private final int[] offsets = new int[WINDOW + 1];
    private byte[] bytes = new byte[WINDOW * 128];
    private byte[] spare = new byte[0];
    private int count;
    private boolean sorted = true;

    NumberedTable(TableTree tree, LateRows late) {
        this.tree = tree;
        this.late = late;
    }

    TableTree tree() {
        return tree;
    }

    void add(long key, Row row) throws IOException {
        if (key <= 0 || key >= LARGEST_KEY) {
            late.add(row);
            return;
        }
        if (count == WINDOW) {
            release(WINDOW / 2);
        }
        int start = offsets[count];
        int end = start + row.sizeBytes();
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end, bytes.length + bytes.length / 2));
        }
        row.copyTo(bytes, start);
        long entry = key << PLACE_BITS | count;
        sorted &= count == 0 || order[count - 1] < entry;
        order[count++] = entry;
        offsets[count] = end;
    }

    /// Passes the rows with the smallest numbers to the tree.
    private void release(int rows) throws IOException {
        if (!sorted) {
            Arrays.sort(order, 0, count);
        }
        for (int i = 0; i < rows; i++) {
            long key = order[i] >>> PLACE_BITS;
            int place = (int) (order[i] & PLACE_MASK);
            int size = offsets[place + 1] - offsets[place];
            if (key > tree.lastKey()) {
                tree.append(key, bytes, offsets[place], size);
            } else {
                late.add(bytes, offsets[place], size);
            }
        }
        keep(rows);
    }

    /// Moves the remaining rows to the front, in order.
    private void keep(int from) {
        byte[] target = spare.length >= bytes.length ? spare : new byte[bytes.length];
        int[] lengths = new int[count - from];
        int end = 0;
        for (int i = from; i < count; i++) {
            int place = (int) (order[i] & PLACE_MASK);
            int length = offsets[place + 1] - offsets[place];
            System.arraycopy(bytes, offsets[place], target, end, length);
            lengths[i - from] = length;
            end += length;
        }
        for (int i = from; i < count; i++) {
            order[i - from] = (order[i] & ~PLACE_MASK) | (i - from);
            offsets[i - from + 1] = offsets[i - from] + lengths[i - from];
        }
        count -= from;
        sorted = true;
        spare = bytes;
        bytes = target;
    }

    void finish() throws IOException {
        release(count);
        late.forEach((row, size) -> tree.append(Math.max(0, tree.lastKey()) + 1, row, 0, size));
        tree.finish();
    }
}
