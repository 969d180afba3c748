package io.rocprofiler.trace.pack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// Reads a packed file: its index when opened, blocks on demand. Thread rule: one thread at a time.
public final class PackReader implements AutoCloseable {

    private final FileChannel channel;
    private final int version;
    private final Map<String, BlockIndex> streams;
    private final Map<String, Long> records; // of each stream when it was written
    private final byte[] summary;
    private final @Nullable String rebuilt;

    private PackReader(
            FileChannel channel,
            int version,
            byte[] summary,
            Map<String, BlockIndex> streams,
            Map<String, Long> records,
            @Nullable String rebuilt) {
        this.channel = channel;
        this.version = version;
        this.summary = summary;
        this.streams = streams;
        this.records = records;
        this.rebuilt = rebuilt;
    }

    /// Opens a file. Reads a file without an index, or with a damaged one, by the headers of its blocks.
    ///
    /// @throws PackException if it is not a packed file, or nothing of it is readable
    /// @throws IOException if it cannot be read
    @SuppressWarnings("MustBeClosedChecker") // closed by close()
    public static PackReader open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            return open(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static PackReader open(FileChannel channel) throws IOException {
        try {
            return indexed(channel);
        } catch (PackException e) {
            PackRebuild rebuild = PackRebuild.scan(channel);
            if (rebuild.foundNothing()) {
                throw e;
            }
            return new PackReader(
                    channel,
                    PackFormat.VERSION,
                    rebuild.summary(),
                    rebuild.streams(),
                    rebuild.records(),
                    e.getMessage());
        }
    }

    private static PackReader indexed(FileChannel channel) throws IOException {
        long size = channel.size();
        if (size < PackFormat.HEADER_BYTES + PackFormat.TRAILER_BYTES) {
            throw new PackException("only " + size + " bytes long");
        }
        ByteBuffer trailer = longs(channel, size - PackFormat.TRAILER_BYTES, PackFormat.TRAILER_BYTES);
        long place = trailer.getLong();
        long length = trailer.getLong();
        long checksum = trailer.getLong();
        int version = version(longs(channel, 0, PackFormat.HEADER_BYTES), trailer.getLong());
        if (place < PackFormat.HEADER_BYTES
                || length < 0
                || length > Integer.MAX_VALUE
                || place != size - PackFormat.TRAILER_BYTES - length) {
            throw new PackException("cut: its end is not that of a packed trace");
        }
        return index(channel, version, place, (int) length, checksum);
    }

    /// Returns the version by the file's end, which only a complete file has, else by its beginning.
    ///
    /// @throws PackException if the end is missing
    private static int version(ByteBuffer header, long end) {
        if (end == PackFormat.TRAILER_MAGIC) {
            return PackFormat.VERSION;
        }
        if (header.getLong() != PackFormat.MAGIC) {
            throw new PackException("not a packed trace (its first bytes are not RPJPCK01)");
        }
        long version = header.getLong();
        if (version == PackFormat.OLDEST_VERSION && end == PackFormat.MAGIC) {
            return PackFormat.OLDEST_VERSION;
        }
        throw new PackException(
                version == PackFormat.VERSION || version == PackFormat.OLDEST_VERSION
                        ? "cut: its end is not that of a packed trace"
                        : "packed form " + version + ", this reader knows form " + PackFormat.VERSION);
    }

    private static PackReader index(FileChannel channel, int version, long place, int length, long checksum)
            throws IOException {
        byte[] bytes = read(channel, place, length);
        if (checksum(bytes, length) != checksum) {
            throw new PackException("its index is damaged");
        }
        ByteSource in = new ByteSource(bytes);
        byte[] summary = in.bytes(in.count(length));
        Map<String, BlockIndex> streams = new LinkedHashMap<>();
        Map<String, Long> records = new LinkedHashMap<>();
        for (int rest = in.count(length); rest > 0; rest--) {
            String name = in.text();
            BlockIndex index = BlockIndex.read(in);
            streams.put(name, index);
            records.put(name, index.records());
        }
        return new PackReader(channel, version, summary, streams, records, null);
    }

    /// Whether the file is of the first version, which has a different summary.
    public boolean isOld() {
        return version == PackFormat.OLDEST_VERSION;
    }

    /// What was wrong with the index, null if it was intact.
    public @Nullable String whyRebuilt() {
        return rebuilt;
    }

    /// Returns the number of readable records of a stream.
    public long records(String stream) {
        return stream(stream).records();
    }

    /// The number of records of each stream when it was written, as far as known.
    public Map<String, Long> writtenRecords() {
        return Map.copyOf(records);
    }

    /// The summary, empty if lost.
    public byte[] summary() {
        return summary.clone();
    }

    /// Returns the blocks of a stream; empty if there is no stream of that name.
    public BlockIndex stream(String name) {
        return streams.getOrDefault(name, BlockIndex.EMPTY);
    }

    /// Reads every byte and excludes damaged blocks from then on.
    ///
    /// @throws UncheckedIOException if the file cannot be read
    public void verify() {
        for (BlockIndex stream : streams.values()) {
            for (int i = 0; i < stream.blocks(); i++) {
                try {
                    block(stream, i);
                } catch (PackException _) {
                    stream.leaveOut(i);
                }
            }
        }
    }

    /// The number of records that were written but are missing.
    public long lostRecords() {
        long lost = 0;
        for (Map.Entry<String, Long> stream : records.entrySet()) {
            lost += lostRecords(stream.getKey());
        }
        return lost;
    }

    /// Returns the number of records of one stream that were written but are missing.
    public long lostRecords(String stream) {
        return Math.max(0, records.getOrDefault(stream, 0L) - stream(stream).records());
    }

    /// Returns a block's bytes after checking them.
    ///
    /// @throws PackException if they are damaged
    /// @throws UncheckedIOException if the file cannot be read
    public ByteSource block(BlockIndex stream, int number) {
        int length = stream.length(number);
        try {
            byte[] bytes = read(channel, stream.place(number), length, (int) stream.checksum(number));
            return new ByteSource(bytes, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// @throws PackException if the checksum does not match
    static byte[] read(FileChannel channel, long place, int length, int checksum) throws IOException {
        byte[] bytes = read(channel, place, length);
        if ((int) checksum(bytes, length) != checksum) {
            throw new PackException("damaged at byte " + place);
        }
        return bytes;
    }

    private static long checksum(byte[] bytes, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, length);
        return checksum.getValue();
    }

    private static ByteBuffer longs(FileChannel channel, long place, int length) throws IOException {
        return ByteBuffer.wrap(read(channel, place, length)).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] read(FileChannel channel, long place, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, place + bytes.position()) < 0) {
                throw new PackException("cut at byte " + (place + bytes.position()));
            }
        }
        return bytes.array();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
