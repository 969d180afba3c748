package io.rocprofiler.collector;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonReadableChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A mapped file that grows at its end, piece by piece.
///
/// Writes real zeros instead of leaving a hole: a full disk is then an error here, rather than a SIGBUS in the
/// program when it touches the page. A program may close descriptors that it did not open, as daemons do, and reuse
/// the number for its own file, perhaps of the same size: before each write, the descriptor's file must have our
/// file's size and its first bytes, which no other file has. (Device and inode would serve as well, but Java does
/// not provide them for a descriptor, and a path may be invisible.) Thread rule: one thread.
final class GrowingFile {
    private static final int BLOCK_SIZE = 1 << 16;
    private static final int MARK_SIZE = 64;

    private final Path file;
    private final String realName;
    private final Path maps;

    /// Channels that are never closed, nor collected, which would close them: their numbers belong to the
    /// program now.
    private final List<FileChannel> taken = new ArrayList<>();

    private final ByteBuffer zeros = ByteBuffer.allocateDirect(BLOCK_SIZE);
    private final ByteBuffer seen = ByteBuffer.allocateDirect(MARK_SIZE);
    private byte @Nullable [] mark;
    private FileChannel channel;
    private long size;

    private GrowingFile(Path file, String realName, Path maps, FileChannel channel) {
        this.file = file;
        this.realName = realName;
        this.maps = maps;
        this.channel = channel;
    }

    /// @param proc `/proc`
    /// @throws IOException if the file exists, or cannot be created
    static GrowingFile create(Path file, Path proc) throws IOException {
        FileChannel channel = OwnFile.create(file);
        return new GrowingFile(file, file.toRealPath().toString(), proc.resolve("self/maps"), channel);
    }

    long size() {
        return size;
    }

    /// Records the first bytes of the file, which identify it from then on: they do not change, and no other file
    /// has them.
    void mark() throws IOException {
        mark = firstBytes(channel);
    }

    private byte[] firstBytes(FileChannel of) throws IOException {
        seen.clear();
        while (seen.hasRemaining() && of.read(seen, seen.position()) > 0) {
            // Continue: a read may return less than requested.
        }
        byte[] bytes = new byte[seen.flip().limit()];
        seen.get(bytes);
        return bytes;
    }

    /// Extends the file.
    ///
    /// @return the new end of the file, zeros, mapped until the process exits
    /// @throws IOException on failure; the existing part stays usable
    MemorySegment grow(long bytes) throws IOException {
        checkNotRemoved();
        long end = size + bytes;
        for (long at = size; at < end; ) {
            zeros.clear();
            zeros.limit((int) Math.min(BLOCK_SIZE, end - at));
            at += write(at);
        }
        // With an arena: the older form of `map` uses reflection, which takes 30 ms in a JVM that has just started.
        MemorySegment piece = ours(end).map(FileChannel.MapMode.READ_WRITE, size, bytes, Arena.global());
        size = end;
        return piece;
    }

    /// Writes zeros. The program may close the descriptor between the check and the write: tries again with a
    /// new one.
    private int write(long at) throws IOException {
        FileChannel seen = ours(at);
        try {
            return seen.write(zeros, at);
        } catch (IOException failure) {
            FileChannel again = ours(at);
            if (again.equals(seen)) throw failure;
            return again.write(zeros, at);
        }
    }

    /// @param length the current length of our file
    private FileChannel ours(long length) throws IOException {
        if (isOurs(channel, length)) return channel;
        taken.add(channel);
        FileChannel again = OwnFile.again(whereItIs());
        if (!isOurs(again, length)) {
            String why = isCut(again, length)
                    ? "somebody has cut it"
                    : "the program closed it, and another file has its name";
            again.close();
            throw new IOException(why);
        }
        channel = again;
        return again;
    }

    /// Whether the file was truncated; another thread may have extended it with zeros since.
    private boolean isCut(FileChannel found, long length) throws IOException {
        if (found.size() < length) return true;
        for (byte one : firstBytes(found)) {
            if (one != 0) return false;
        }
        return true;
    }

    private boolean isOurs(FileChannel candidate, long length) {
        try {
            return candidate.size() == length && (mark == null || Arrays.equals(mark, firstBytes(candidate)));
        } catch (IOException | NonReadableChannelException closed) {
            return false;
        }
    }

    /// Fails if the file was deleted: records in it would be lost. A file that was renamed, or is invisible to this
    /// process, is not lost.
    private void checkNotRemoved() throws IOException {
        if (!Files.exists(file) && isRemoved()) throw new IOException("it was removed");
    }

    /// Returns the current path of the file, whose directory may have been renamed: the kernel shows the current
    /// path of a mapping.
    private Path whereItIs() {
        if (Files.exists(file)) return file;
        String name = String.valueOf(file.getFileName());
        for (String line : ProcessInfo.textOrEmpty(maps).split("\n")) {
            int start = line.indexOf('/');
            if (start >= 0 && line.endsWith("/" + name)) return Path.of(line.substring(start));
        }
        return file;
    }

    /// Whether the file was deleted: the kernel marks mappings of deleted files.
    private boolean isRemoved() {
        return ProcessInfo.textOrEmpty(maps).contains(realName + " (deleted)");
    }
}
