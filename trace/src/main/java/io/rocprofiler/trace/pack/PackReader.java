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

/// Reads a packed file: its index at once, blocks when they are asked for. Thread rule: one thread at a time.
public final class PackReader implements AutoCloseable {

    private final FileChannel channel;
    private final Map<String, BlockIndex> streams;
    private final byte[] survey;

    private PackReader(FileChannel channel, byte[] survey, Map<String, BlockIndex> streams) {
        this.channel = channel;
        this.survey = survey;
        this.streams = streams;
    }

    /// Opens a file.
    ///
    /// @throws PackException if it is none, or its index is damaged
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
        long size = channel.size();
        if (size < PackFormat.HEADER_BYTES + PackFormat.TRAILER_BYTES) {
            throw new PackException("only " + size + " bytes long");
        }
        ByteBuffer header = longs(channel, 0, PackFormat.HEADER_BYTES);
        if (header.getLong() != PackFormat.MAGIC) {
            throw new PackException("not a packed trace (its first bytes are not RPJPCK01)");
        }
        long version = header.getLong();
        if (version != PackFormat.VERSION) {
            throw new PackException("packed form " + version + ", this reader knows form " + PackFormat.VERSION);
        }
        ByteBuffer trailer = longs(channel, size - PackFormat.TRAILER_BYTES, PackFormat.TRAILER_BYTES);
        long place = trailer.getLong();
        long length = trailer.getLong();
        long checksum = trailer.getLong();
        if (trailer.getLong() != PackFormat.MAGIC
                || place < PackFormat.HEADER_BYTES
                || length < 0
                || place + length != size - PackFormat.TRAILER_BYTES
                || length > Integer.MAX_VALUE) {
            throw new PackException("cut: its end is not that of a packed trace");
        }
        return index(channel, place, (int) length, checksum);
    }

    private static PackReader index(FileChannel channel, long place, int length, long checksum) throws IOException {
        byte[] bytes = read(channel, place, length);
        if (checksum(bytes, length) != checksum) {
            throw new PackException("its index is damaged");
        }
        ByteSource in = new ByteSource(bytes);
        byte[] survey = in.bytes(in.count(length));
        Map<String, BlockIndex> streams = new LinkedHashMap<>();
        for (int rest = in.count(length); rest > 0; rest--) {
            streams.put(in.text(), BlockIndex.read(in));
        }
        return new PackReader(channel, survey, streams);
    }

    public byte[] survey() {
        return survey.clone();
    }

    /// What a stream consists of; empty if there is none of that name.
    public BlockIndex stream(String name) {
        return streams.getOrDefault(name, BlockIndex.EMPTY);
    }

    /// Looks at every byte, and leaves damaged blocks out from then on.
    ///
    /// @return how many records are in damaged blocks
    /// @throws UncheckedIOException if the file cannot be read
    public long verify() {
        long lost = 0;
        for (BlockIndex stream : streams.values()) {
            for (int i = 0; i < stream.blocks(); i++) {
                try {
                    block(stream, i);
                } catch (PackException _) {
                    lost += stream.count(i);
                    stream.leaveOut(i);
                }
            }
        }
        return lost;
    }

    /// A block's bytes, checked.
    ///
    /// @throws PackException if they are damaged
    /// @throws UncheckedIOException if the file cannot be read
    public ByteSource block(BlockIndex stream, int number) {
        int length = stream.length(number);
        try {
            byte[] bytes = read(channel, stream.place(number), length);
            if (checksum(bytes, length) != stream.checksum(number)) {
                throw new PackException("damaged at byte " + stream.place(number));
            }
            return new ByteSource(bytes, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
