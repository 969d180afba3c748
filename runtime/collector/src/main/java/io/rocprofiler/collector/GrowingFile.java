package io.rocprofiler.collector;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonReadableChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A file that becomes longer at its end, piece by piece, and is mapped.
///
/// Zeros are really written, not left as a hole: a full disk is then an error here, instead of a SIGBUS in the
/// program when it touches the page. A program may close descriptors that it did not open, as daemons do, and the
/// number may then be that of a file of its own, perhaps of the same size: before each write the descriptor has to
/// show our file's size and its first bytes, which no other file has. (Device and inode would say as much, but Java
/// does not tell those of a descriptor, and a path may be out of sight.) Thread rule: one thread.
final class GrowingFile {
    private static final int BLOCK_SIZE = 1 << 16;
    private static final int MARK_SIZE = 64;

    private final Path file;
    private final String realName;
    private final Path maps;

    /// Never closed, and never collected, because that closes them, too: their numbers belong to the program now.
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
    /// @throws IOException if there is such a file, or it cannot be made
    static GrowingFile create(Path file, Path proc) throws IOException {
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        return new GrowingFile(file, file.toRealPath().toString(), proc.resolve("self/maps"), channel);
    }

    long size() {
        return size;
    }

    /// From now on its first bytes are what it is known by: they do not change, and no other file has the same.
    void mark() throws IOException {
        mark = firstBytes(channel);
    }

    private byte[] firstBytes(FileChannel of) throws IOException {
        seen.clear();
        while (seen.hasRemaining() && of.read(seen, seen.position()) > 0) {
            // Once more: a read may give less than was asked for.
        }
        byte[] bytes = new byte[seen.flip().limit()];
        seen.get(bytes);
        return bytes;
    }

    /// Makes the file longer.
    ///
    /// @return the new end of the file, zeros, mapped for as long as the process lives
    /// @throws IOException if that is not possible; what was there before stays usable
    MemorySegment grow(long bytes) throws IOException {
        checkNotRemoved();
        long end = size + bytes;
        for (long at = size; at < end; ) {
            zeros.clear();
            zeros.limit((int) Math.min(BLOCK_SIZE, end - at));
            at += write(at);
        }
        // Through an arena: the older form of `map` makes its buffer by reflection, which costs a young JVM 30 ms.
        MemorySegment piece = ours(end).map(FileChannel.MapMode.READ_WRITE, size, bytes, Arena.global());
        size = end;
        return piece;
    }

    /// The program may close the descriptor between the look at it and the write: then once more, by another one.
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

    /// @param length how long our file is at this moment
    private FileChannel ours(long length) throws IOException {
        if (isOurs(channel, length)) return channel;
        taken.add(channel);
        FileChannel again = FileChannel.open(whereItIs(), StandardOpenOption.READ, StandardOpenOption.WRITE);
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

    /// Another thread may have made it as long again since, of zeros.
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

    /// A file without a name would be written for nobody. One that has another name now, or is out of this process's
    /// sight, is not lost.
    private void checkNotRemoved() throws IOException {
        if (!Files.exists(file) && isRemoved()) throw new IOException("it was removed");
    }

    /// Its directory may have another name by now. What is mapped has the one that it has.
    private Path whereItIs() {
        if (Files.exists(file)) return file;
        String name = String.valueOf(file.getFileName());
        for (String line : ProcessInfo.textOrEmpty(maps).split("\n")) {
            int start = line.indexOf('/');
            if (start >= 0 && line.endsWith("/" + name)) return Path.of(line.substring(start));
        }
        return file;
    }

    /// The kernel marks mappings of files without a name.
    private boolean isRemoved() {
        return ProcessInfo.textOrEmpty(maps).contains(realName + " (deleted)");
    }
}
