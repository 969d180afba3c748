package io.rocprofiler.export.rocpd;

import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/// Appends pages to a database file written by SQLite (SQLite's "Database File Format", section 1). No connection
/// may have the database open meanwhile.
///
/// ```
/// | page 1: header of the file and the schema | roots of tables ... | pages of this class ... |
/// ```
final class PageFile implements AutoCloseable {

    static final int PAGE_SIZE = 4096;

    // Fields of the file's header, all big-endian.
    private static final int PAGE_SIZE_FIELD = 16;
    private static final int CHANGE_COUNTER = 24;
    private static final int PAGE_COUNT = 28;
    private static final int VALID_FOR = 92;
    private static final int HEADER = 100;

    /// The page at 1 GiB, which SQLite uses for locks and never for data.
    private static final int LOCK_PAGE = (1 << 30) / PAGE_SIZE + 1;

    private static final int LARGEST_PAGE = 0x7fff_fffe; // 2^32 - 2 in theory; Java's int ends before

    private final FileChannel channel;
    private final ByteBuffer header = ByteBuffer.allocate(HEADER);
    private final ByteBuffer pending = ByteBuffer.allocateDirect(256 * PAGE_SIZE);
    private int next;
    private int firstPending;

    PageFile(Path file) throws IOException {
        channel = NewFile.again(file);
        while (header.hasRemaining()) {
            if (channel.read(header, header.position()) < 0) {
                throw new IOException("not a database: " + file);
            }
        }
        if (header.getShort(PAGE_SIZE_FIELD) != PAGE_SIZE) {
            throw new IOException("page size " + header.getShort(PAGE_SIZE_FIELD));
        }
        next = header.getInt(PAGE_COUNT) + 1;
        firstPending = next;
    }

    /// Appends a page.
    ///
    /// @return its number
    int append(byte[] page) throws IOException {
        if (next == LOCK_PAGE) {
            add(new byte[PAGE_SIZE]);
        }
        if (next == LARGEST_PAGE) {
            throw new IOException("more than SQLite's largest file holds");
        }
        return add(page);
    }

    /// The number of the next appended page.
    int nextNumber() {
        return next == LOCK_PAGE ? next + 1 : next;
    }

    /// The number of the page after the next appended page.
    int numberAfterNext() {
        int after = nextNumber() + 1;
        return after == LOCK_PAGE ? after + 1 : after;
    }

    private int add(byte[] page) throws IOException {
        pending.put(page, 0, PAGE_SIZE);
        if (!pending.hasRemaining()) {
            flush();
        }
        return next++;
    }

    private void flush() throws IOException {
        long place = (long) (firstPending - 1) * PAGE_SIZE;
        firstPending += pending.position() / PAGE_SIZE;
        pending.flip();
        write(pending, place);
        pending.clear();
    }

    /// Overwrites a page that SQLite created.
    void replace(int number, byte[] page) throws IOException {
        write(ByteBuffer.wrap(page, 0, PAGE_SIZE), (long) (number - 1) * PAGE_SIZE);
    }

    private void write(ByteBuffer bytes, long place) throws IOException {
        long at = place;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    /// Makes the appended pages part of the database.
    void finish() throws IOException {
        flush();
        int change = header.getInt(CHANGE_COUNTER) + 1;
        header.putInt(CHANGE_COUNTER, change);
        header.putInt(VALID_FOR, change); // SQLite ignores the page count without it
        header.putInt(PAGE_COUNT, next - 1);
        write(header.rewind(), 0);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
