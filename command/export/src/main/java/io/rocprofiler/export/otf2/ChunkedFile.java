package io.rocprofiler.export.otf2;

import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/// A file of records in chunks of equal size; no record crosses a chunk boundary.
///
/// ```
/// any   3  endianness 0x42  number of the first event (8)  number of the last event (8)  records  0 0 0 ...
/// last  3  endianness 0x42  number of the first event (8)  number of the last event (8)  records  2 1
/// ```
///
/// Keeps no file open between writes: an archive may have more files than a process may open.
final class ChunkedFile {

    static final int CHUNK_HEADER = 3;
    static final int LITTLE_ENDIAN = 0x42;

    private static final int END_OF_FILE = 2;
    private static final int END_OF_BUFFER = 1;

    private static final int HEADER_SIZE = 2 + 2 * Long.BYTES;
    private static final int LAST_EVENT = 2 + Long.BYTES;
    private static final int END_SIZE = 2; // the two bytes that end the last chunk; other chunks end with one zero

    private final Path file;
    private final int chunkSize;
    private final BufferShare share;
    private final RecordBytes held = new RecordBytes(1024);
    private long written; // where the buffered bytes go
    private long chunk; // where the chunk begins
    private boolean created;

    ChunkedFile(Path file, int chunkSize, BufferShare share) {
        this.file = file;
        this.chunkSize = chunkSize;
        this.share = share;
        share.opened();
        header(1);
    }

    private void header(long firstEvent) {
        held.u8(CHUNK_HEADER).u8(LITTLE_ENDIAN).u64(firstEvent).u64(0);
    }

    /// The length of the longest record that fits into a chunk.
    int longestRecord() {
        return chunkSize - HEADER_SIZE - END_SIZE;
    }

    /// The position of the next byte.
    long position() {
        return written + held.length();
    }

    /// Makes room for a record, which the caller must write to [#bytes()] next.
    ///
    /// @param size the maximum size of the record
    /// @param events the number of events so far
    /// @return true if the record begins a new chunk
    boolean room(int size, long events) throws IOException {
        boolean full = position() + size + END_SIZE > chunk + chunkSize;
        if (full) {
            finishChunk(events);
            chunk += chunkSize;
            written = chunk; // leaves a hole, which reads as the required zeros
            header(events + 1);
        } else if (held.length() >= share.bytes()) {
            flush();
        }
        return full;
    }

    RecordBytes bytes() {
        return held;
    }

    private void finishChunk(long events) throws IOException {
        flush();
        if (events > 0) {
            overwrite(chunk + LAST_EVENT, events);
        }
    }

    void close(long events) throws IOException {
        held.u8(END_OF_FILE).u8(END_OF_BUFFER);
        finishChunk(events);
        share.closed();
    }

    private void flush() throws IOException {
        try (FileChannel channel = open()) {
            int end = held.length();
            for (ByteBuffer rest = ByteBuffer.wrap(held.array(), 0, end); rest.hasRemaining(); ) {
                written += channel.write(rest, written);
            }
        }
        held.clear(share.bytes());
    }

    private FileChannel open() throws IOException {
        if (created) {
            return NewFile.again(file);
        }
        created = true;
        return NewFile.channel(file);
    }

    /// Overwrites a number with one of the same size.
    void overwrite(long place, long value) throws IOException {
        ByteBuffer number = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .flip();
        try (FileChannel channel = NewFile.again(file)) {
            while (number.hasRemaining()) {
                place += channel.write(number, place);
            }
        }
    }
}
