package io.rocprofiler.cli.journal;

import io.rocprofiler.abi.internal.JournalChunk;
import io.rocprofiler.abi.internal.JournalConstants;
import io.rocprofiler.abi.internal.JournalEntry;
import io.rocprofiler.abi.internal.JournalHead;
import io.rocprofiler.trace.primitive.Bytes;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A journal, mapped as long as it is now: its process may append to it.
///
/// ```
/// head, a page | chunk: head, entry, entry, ..., 0 | chunk | ...
/// ```
///
/// A chunk has entries of one kind, in the order in which they ended. An entry counts once it is ready, which its
/// thread stores last.
final class Journal implements AutoCloseable {

    private static final VarHandle U64 = ValueLayout.JAVA_LONG.varHandle();
    private static final VarHandle U32 = ValueLayout.JAVA_INT.varHandle();

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment bytes;

    private Journal(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            bytes = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size(), arena);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    static Journal open(Path path) throws IOException {
        return new Journal(path);
    }

    /// Reads entries.
    @FunctionalInterface
    interface Reader {
        /// Reads an entry.
        ///
        /// @return false when the entry is not as it should be: the others of its chunk are not read then
        boolean read(Entry entry) throws IOException;
    }

    /// Which chunks are read.
    enum Part {
        /// What only the process's own runtimes know.
        NAMES,
        /// Everything else.
        EVENTS
    }

    /// Whether this is a journal, of this version.
    boolean isKnown() {
        return bytes.byteSize() >= JournalConstants.JOURNAL_HEAD_BYTES
                && Bytes.i32(bytes, JournalHead.MAGIC) == JournalConstants.JOURNAL_MAGIC
                && Bytes.i32(bytes, JournalHead.VERSION) == JournalConstants.JOURNAL_VERSION;
    }

    long process() {
        return Bytes.u32(bytes, JournalHead.PROCESS);
    }

    /// When its process began, in nanoseconds of roctracer's clock; 0 for a forked child, which began with its parent.
    long beginNanos() {
        return Bytes.u64(bytes, JournalHead.BEGIN_NS);
    }

    /// Whether names of kernels are wanted without arguments and scopes.
    boolean truncatesNames() {
        return Bytes.i32(bytes, JournalHead.TRUNCATE_NAMES) != 0;
    }

    /// Reads all entries of one part.
    ///
    /// @return false when the journal is damaged: what can be read was
    boolean read(Part part, Reader reader) throws IOException {
        boolean whole = true;
        Entry entry = new Entry(bytes);
        for (long at = JournalConstants.JOURNAL_HEAD_BYTES; at < bytes.byteSize(); ) {
            long left = bytes.byteSize() - at;
            if (left < JournalChunk.SIZEOF) {
                return false;
            }
            long stated = Bytes.u64(bytes, at + JournalChunk.BYTES);
            if (stated == 0) {
                break; // the process ended before it was made
            }
            if (stated < JournalChunk.SIZEOF || stated % Long.BYTES != 0) {
                return false;
            }
            long count = Math.min(stated, left);
            int kind = Bytes.i32(bytes, at + JournalChunk.KIND);
            whole &= count == stated && kind >= 0 && kind < JournalConstants.JOURNAL_KINDS;
            if ((kind == JournalConstants.JOURNAL_NAMES) == (part == Part.NAMES)) {
                entry.in(kind, at, Bytes.u64(bytes, at + JournalChunk.ADDRESS), count);
                whole &= readChunk(entry, at, count, reader);
            }
            at += count;
        }
        return whole;
    }

    private boolean readChunk(Entry entry, long chunk, long count, Reader reader) throws IOException {
        long room = count - JournalChunk.SIZEOF;
        long used = (long) U64.getAcquire(bytes, chunk + JournalChunk.USED);
        boolean whole = used >= 0 && used <= room;
        long end = chunk + JournalChunk.SIZEOF + (whole ? used : room);
        for (long at = chunk + JournalChunk.SIZEOF; at < end; ) {
            if (end - at < Entry.LEAST_BYTES) {
                return false;
            }
            long size = Bytes.u32(bytes, at + JournalEntry.BYTES);
            if (size < Entry.LEAST_BYTES || size % Long.BYTES != 0 || size > end - at) {
                return false;
            }
            // Another one is of a call that had not returned.
            if ((int) U32.getAcquire(bytes, at + JournalEntry.READY) == 1) {
                entry.at(at, size);
                if (!reader.read(entry)) {
                    return false;
                }
            }
            at += size;
        }
        return whole;
    }

    @Override
    public void close() {
        arena.close();
    }
}
