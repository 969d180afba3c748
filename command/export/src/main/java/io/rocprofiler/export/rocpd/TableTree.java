package io.rocprofiler.export.rocpd;

import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Fills an empty table with rows of ascending keys, page by page from the left, at a tenth of the cost of INSERT
/// statements. A table is a B+ tree (SQLite's "Database File Format", sections 1.6 and 2.3):
///
/// ```
/// leaf      | 13, free, cells, start of content, fragments | place of each cell ... |   ... cells, the last first |
/// interior  |  5, free, cells, start of content, fragments, rightmost page | places ... | ... cells |
/// a cell of a leaf: size of the row, key, row; of an interior page: page, its largest key
/// ```
///
/// The part of a row that exceeds its share of a leaf lies in a chain of overflow pages.
final class TableTree {

    private static final int LEAF = 13;
    private static final int LEAF_HEADER = 8;
    private static final int CELL_COUNT = 3;
    private static final int CONTENT = 5;
    private static final int POINTER = 2;

    // The part of a row stored in its leaf: section 1.6, where U is the page's size.
    private static final int LARGEST_LOCAL = PageFile.PAGE_SIZE - 35;
    private static final int LEAST_LOCAL = (PageFile.PAGE_SIZE - 12) * 32 / 255 - 23;
    private static final int OVERFLOW_ROOM = PageFile.PAGE_SIZE - Integer.BYTES;

    private final PageFile file;
    private final int root;
    private final byte[] leaf = new byte[PageFile.PAGE_SIZE];
    private int cells;
    private int content = PageFile.PAGE_SIZE;
    private byte[] large = new byte[0];
    private long lastKey = Long.MIN_VALUE;
    private long rows;
    private @Nullable TreeLevel parents;

    /// @param root the page that SQLite created for the empty table
    TableTree(PageFile file, int root) {
        this.file = file;
        this.root = root;
    }

    /// The largest key so far, [Long#MIN_VALUE] before the first row.
    long lastKey() {
        return lastKey;
    }

    long rows() {
        return rows;
    }

    /// @param key larger than all previous keys
    void append(long key, Row row) throws IOException {
        int size = row.sizeBytes();
        if (size > LARGEST_LOCAL) {
            large = large.length < size ? new byte[size] : large;
            row.copyTo(large, 0);
            append(key, large, 0, size);
            return;
        }
        int place = claim(key, size, size);
        row.copyTo(leaf, place);
    }

    /// Appends a row that was built before.
    void append(long key, byte[] row, int from, int size) throws IOException {
        if (size <= LARGEST_LOCAL) {
            int place = claim(key, size, size);
            System.arraycopy(row, from, leaf, place, size);
            return;
        }
        int best = LEAST_LOCAL + (size - LEAST_LOCAL) % OVERFLOW_ROOM;
        int local = best <= LARGEST_LOCAL ? best : LEAST_LOCAL;
        int place = claim(key, size, local + Integer.BYTES);
        System.arraycopy(row, from, leaf, place, local);
        int overflow = overflow(row, from + local, from + size);
        putInt(leaf, place + local, overflow);
    }

    /// Allocates a cell.
    ///
    /// @param size of the row
    /// @param local bytes of the cell after size and key
    /// @return the index of those bytes in the leaf
    private int claim(long key, int size, int local) throws IOException {
        if (key <= lastKey && rows > 0) {
            throw new IllegalArgumentException("key=" + key + " after " + lastKey);
        }
        int length = Row.varintLength(size) + Row.varintLength(key) + local;
        if (content - length < LEAF_HEADER + POINTER * (cells + 1)) {
            parents().add(file.append(closedLeaf()), lastKey);
            cells = 0;
            content = PageFile.PAGE_SIZE;
        }
        content -= length;
        putShort(leaf, LEAF_HEADER + POINTER * cells, content);
        cells++;
        rows++;
        lastKey = key;
        return Row.putVarint(leaf, Row.putVarint(leaf, content, size), key);
    }

    private TreeLevel parents() {
        if (parents == null) {
            parents = new TreeLevel(file);
        }
        return parents;
    }

    private byte[] closedLeaf() {
        leaf[0] = LEAF;
        putShort(leaf, CELL_COUNT, cells);
        putShort(leaf, CONTENT, content);
        // Clears the gap between pointers and cells, where the reused buffer still holds an earlier page.
        Arrays.fill(leaf, LEAF_HEADER + POINTER * cells, content, (byte) 0);
        return leaf;
    }

    private int overflow(byte[] row, int from, int end) throws IOException {
        int first = file.nextNumber();
        byte[] page = new byte[PageFile.PAGE_SIZE];
        for (int at = from; at < end; at += OVERFLOW_ROOM) {
            int length = Math.min(OVERFLOW_ROOM, end - at);
            boolean last = at + length == end;
            System.arraycopy(row, at, page, Integer.BYTES, length);
            Arrays.fill(page, Integer.BYTES + length, page.length, (byte) 0);
            putInt(page, 0, last ? 0 : file.numberAfterNext());
            file.append(page);
        }
        return first;
    }

    /// Writes the open pages. Without rows, the table stays empty.
    void finish() throws IOException {
        if (parents == null) {
            file.replace(root, closedLeaf());
            return;
        }
        parents.add(file.append(closedLeaf()), lastKey);
        parents.finish(root);
    }

    static void putShort(byte[] page, int place, int value) {
        page[place] = (byte) (value >> 8);
        page[place + 1] = (byte) value;
    }

    static void putInt(byte[] page, int place, int value) {
        putShort(page, place, value >> 16);
        putShort(page, place + 2, value);
    }
}
