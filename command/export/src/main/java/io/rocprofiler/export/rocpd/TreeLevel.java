package io.rocprofiler.export.rocpd;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The interior pages of one level of a [TableTree]. Buffers the children of two pages, so that the last page has
/// more than one child.
final class TreeLevel {

    private static final int INTERIOR = 5;
    private static final int HEADER = 12;
    private static final int CELL_COUNT = 3;
    private static final int CONTENT = 5;
    private static final int RIGHTMOST = 8;
    private static final int POINTER = 2;

    /// The number of children that fit with any keys: a cell takes at most a page number and nine bytes.
    private static final int CHILDREN = (PageFile.PAGE_SIZE - HEADER) / (POINTER + Integer.BYTES + 9);

    private final PageFile file;
    private final int[] pages = new int[2 * CHILDREN];
    private final long[] keys = new long[2 * CHILDREN];
    private int count;
    private @Nullable TreeLevel parents;

    TreeLevel(PageFile file) {
        this.file = file;
    }

    /// @param largestKey of the rows below the page
    void add(int page, long largestKey) throws IOException {
        if (count == pages.length) {
            emit(CHILDREN);
        }
        pages[count] = page;
        keys[count++] = largestKey;
    }

    /// Writes a page with the first children.
    private void emit(int children) throws IOException {
        if (parents == null) {
            parents = new TreeLevel(file);
        }
        parents.add(file.append(page(children)), keys[children - 1]);
        System.arraycopy(pages, children, pages, 0, count - children);
        System.arraycopy(keys, children, keys, 0, count - children);
        count -= children;
    }

    void finish(int root) throws IOException {
        if (parents == null && count <= CHILDREN) {
            file.replace(root, page(count));
            return;
        }
        if (count > CHILDREN) {
            emit(count / 2);
        }
        emit(count);
        if (parents != null) {
            parents.finish(root);
        }
    }

    private byte[] page(int children) {
        byte[] page = new byte[PageFile.PAGE_SIZE];
        int content = PageFile.PAGE_SIZE;
        for (int i = 0; i < children - 1; i++) {
            content -= Integer.BYTES + Row.varintLength(keys[i]);
            TableTree.putInt(page, content, pages[i]);
            Row.putVarint(page, content + Integer.BYTES, keys[i]);
            TableTree.putShort(page, HEADER + POINTER * i, content);
        }
        page[0] = INTERIOR;
        TableTree.putShort(page, CELL_COUNT, children - 1);
        TableTree.putShort(page, CONTENT, content);
        TableTree.putInt(page, RIGHTMOST, pages[children - 1]);
        return page;
    }
}
