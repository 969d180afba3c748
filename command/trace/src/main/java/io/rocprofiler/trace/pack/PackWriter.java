package io.rocprofiler.trace.pack;

import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/// Writes a packed file block by block. Streams may be interleaved; each must be written in its order.
public final class PackWriter implements AutoCloseable {

    private static final class Stream {
        private final ByteSink index = new ByteSink();
        private long blocks;
        private long records;
        private long lastKey;
    }

    private final FileChannel channel;
    private final ByteSink out = new ByteSink();
    private final CRC32C checksum = new CRC32C();
    private final Map<String, Stream> streams = new LinkedHashMap<>();
    private long place = PackFormat.HEADER_BYTES;
    private int blocks;

    private PackWriter(FileChannel channel) {
        this.channel = channel;
    }

    /// Creates the file, in the place of an existing one.
    public static PackWriter create(Path file) throws IOException {
        FileChannel channel = NewFile.channel(file);
        PackWriter writer = new PackWriter(channel);
        ByteBuffer header = longs(PackFormat.HEADER_BYTES);
        header.putLong(PackFormat.MAGIC).putLong(PackFormat.VERSION).flip();
        writer.writeFully(header, 0);
        return writer;
    }

    /// Appends a block of records to a stream.
    ///
    /// @param firstKey of its first record; not below the last key of the previous block
    public void write(String stream, RecordBlock block, long firstKey, long lastKey) throws IOException {
        out.reset();
        block.write(out);
        write(stream, block.count(), firstKey, lastKey);
    }

    /// Appends a block of texts to a stream; its keys are the ids.
    public void write(String stream, TextBlock block) throws IOException {
        out.reset();
        block.write(out);
        write(stream, block.count(), block.id(0), block.id(block.count() - 1));
    }

    /// Writes the summary at the beginning, where it survives the loss of the file's end.
    ///
    /// @param records the number of records that each stream has or will have
    public void announce(Map<String, Long> records, byte[] summary) throws IOException {
        out.reset();
        out.number(records.size());
        records.forEach((name, count) -> {
            out.text(name);
            out.number(count);
        });
        out.number(summary.length);
        out.bytes(summary, summary.length);
        block(PackFormat.SUMMARY, 0, 0, 0, 0);
    }

    private void write(String name, int records, long firstKey, long lastKey) throws IOException {
        Stream stream = streams.computeIfAbsent(name, _ -> new Stream());
        long before = stream.records;
        block(name, records, firstKey, lastKey, before);
        stream.index.number(place - out.size());
        stream.index.number(out.size());
        stream.index.number(checksum.getValue());
        stream.index.number(records);
        stream.index.signed(firstKey - stream.lastKey);
        stream.index.signed(lastKey - firstKey);
        stream.blocks++;
        stream.records += records;
        stream.lastKey = lastKey;
    }

    /// Writes the contents of `out` after their header.
    private void block(String name, int records, long firstKey, long lastKey, long before) throws IOException {
        checksum.reset();
        checksum.update(out.array(), 0, out.size());
        int crc = (int) checksum.getValue();
        BlockHeader header = new BlockHeader(blocks++, out.size(), records, crc, firstKey, lastKey, before, name);
        writeFully(header.toBytes(), place);
        place += BlockHeader.SIZE;
        writeFully(ByteBuffer.wrap(out.array(), 0, out.size()), place);
        place += out.size();
    }

    /// Writes the index and the trailer, which complete the file.
    ///
    /// @param summary further facts about the records, for readers of the file
    public void finish(byte[] summary) throws IOException {
        out.reset();
        out.number(summary.length);
        out.bytes(summary, summary.length);
        out.number(streams.size());
        streams.forEach((name, stream) -> {
            out.text(name);
            out.number(stream.records);
            out.number(stream.blocks);
            out.bytes(stream.index.array(), stream.index.size());
        });
        checksum.reset();
        checksum.update(out.array(), 0, out.size());
        writeFully(ByteBuffer.wrap(out.array(), 0, out.size()), place);
        ByteBuffer trailer = longs(PackFormat.TRAILER_BYTES);
        trailer.putLong(place).putLong(out.size()).putLong(checksum.getValue()).putLong(PackFormat.TRAILER_MAGIC);
        trailer.flip();
        writeFully(trailer, place + out.size());
    }

    private static ByteBuffer longs(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void writeFully(ByteBuffer bytes, long at) throws IOException {
        long next = at;
        while (bytes.hasRemaining()) {
            next += channel.write(bytes, next);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
