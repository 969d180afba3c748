package io.rocprofiler.trace.segment;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/// One of the files of a segment, and where its bytes are among those of all.
///
/// ```
/// places: | header | stretches of records.seg | stretches of records-1.seg | ...
/// ```
///
/// @param file its path
/// @param from the place of its first byte; of an annex, of its first stretch
/// @param skipped how many bytes of the file come before that
/// @param size of the file
record SegmentPart(Path file, FileChannel channel, long from, long skipped, long size) {

    private static final Pattern ANNEX = Pattern.compile(
            SegmentConstants.ANNEX_PREFIX + "[1-9][0-9]*" + Pattern.quote(SegmentConstants.ANNEX_SUFFIX));

    /// Returns the annexes beside a segment, by number.
    static List<Path> annexes(Path segment) throws IOException {
        List<Path> found = new ArrayList<>();
        Path directory = segment.toAbsolutePath().getParent();
        if (directory == null) {
            return found;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, SegmentPart::isAnnex)) {
            files.forEach(found::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        found.sort(
                Comparator.comparingInt((Path file) -> file.toString().length()).thenComparing(Path::toString));
        return found;
    }

    /// Whether the process ended while it created this annex: the file has no room for a stretch and no beginning of a
    /// header, so that nothing has ever been in it. The count of stretches tells if that is not true.
    static boolean isJustCreated(Path annex) {
        ByteBuffer magic = ByteBuffer.allocate(Long.BYTES);
        try (FileChannel channel = FileChannel.open(annex, StandardOpenOption.READ)) {
            read(channel, SegmentHeader.MAGIC, magic);
            return channel.size() <= SegmentConstants.HEADER_SIZE && magic.getLong(0) == 0;
        } catch (IOException unreadable) {
            return false; // whoever opens it says so
        }
    }

    private static boolean isAnnex(Path file) {
        return ANNEX.matcher(String.valueOf(file.getFileName())).matches();
    }

    /// The place behind its last byte.
    long end() {
        return from + size - skipped;
    }

    boolean contains(long place) {
        return place >= from && place < end();
    }

    /// Returns the first place from `place` on at which this file has data, the end of the file if there is none.
    long nextData(long place) {
        long data = DataPlaces.next(file, place - from + skipped);
        return data == DataPlaces.NONE ? end() : Math.min(end(), data - skipped + from);
    }

    /// Reads as much as this file has from `place` on and fits into `into`.
    ///
    /// @return the number of bytes
    long read(long place, ByteBuffer into) throws IOException {
        return read(channel, place - from + skipped, into);
    }

    static long read(FileChannel channel, long place, ByteBuffer into) throws IOException {
        while (into.hasRemaining()) {
            if (channel.read(into, place + into.position()) < 0) {
                break;
            }
        }
        return into.position();
    }
}
