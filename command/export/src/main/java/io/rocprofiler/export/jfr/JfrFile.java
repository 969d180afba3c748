package io.rocprofiler.export.jfr;

import io.rocprofiler.trace.file.NewFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// A recording of one chunk: header, events, the strings and threads that they name, and the description of it all.
///
/// ```
///  0 magic "FLR"  4 version  8 size  16 place of the pools  24 place of the metadata
/// 32 start, nanoseconds since 1970  40 duration  48 start in ticks  56 ticks per second  64 state and flags
/// ```
final class JfrFile implements AutoCloseable {
    private static final int HEADER_BYTES = 68;
    private static final int MAGIC = 0x464C_5200;
    private static final short MAJOR = 2;
    private static final short MINOR = 1;
    private static final int TICKS_PER_SECOND = 1_000_000_000;

    /// Numbers have variable length, and no chunk follows.
    private static final int FLAGS = 3;

    private final FileChannel file;
    private final OutputStream out;
    private final long startEpochNanos;
    private final long startTicks;
    private final Map<String, Long> strings = new HashMap<>();
    private final Map<Long, String> threads = new HashMap<>();
    private final JfrBytes body = new JfrBytes();
    private final JfrBytes framed = new JfrBytes();
    private long position = HEADER_BYTES;
    private long lastTicks;

    /// @param startTicks the start on the clock of the records, in nanoseconds, which are this recording's ticks
    JfrFile(Path path, long startEpochNanos, long startTicks) throws IOException {
        file = NewFile.channel(path);
        file.position(HEADER_BYTES);
        out = new BufferedOutputStream(Channels.newOutputStream(file), 1 << 16);
        this.startEpochNanos = startEpochNanos;
        this.startTicks = startTicks;
        this.lastTicks = startTicks;
    }

    /// Begins an event: the caller appends its fields and calls [#end].
    JfrBytes begin(EventType type, long startNanos, long endNanos, long threadId, String threadName) {
        lastTicks = Math.max(lastTicks, endNanos);
        threads.putIfAbsent(threadId, threadName);
        body.clear();
        return body.number(type.id())
                .number(startNanos)
                .number(Math.max(0, endNanos - startNanos))
                .number(threadId);
    }

    /// Appends a text that many events have.
    void pooled(String text) {
        body.pooledText(strings.computeIfAbsent(text, _ -> (long) strings.size() + 1));
    }

    void end() throws IOException {
        write(body);
    }

    private void write(JfrBytes event) throws IOException {
        framed.clear();
        framed.event(event);
        out.write(framed.array(), 0, framed.size());
        position += framed.size();
    }

    @Override
    public void close() throws IOException {
        try (file) {
            long pools = position;
            write(pools());
            long metadata = position;
            write(Metadata.event(lastTicks));
            out.flush();
            ByteBuffer header = ByteBuffer.wrap(header(pools, metadata));
            while (header.hasRemaining()) {
                file.write(header, header.position());
            }
        }
    }

    private JfrBytes pools() {
        JfrBytes checkpoint = new JfrBytes().number(Metadata.CHECKPOINT).number(lastTicks);
        checkpoint.number(0).number(0).octet(1).number(2);
        checkpoint.number(Metadata.STRING).number(strings.size());
        strings.forEach((text, key) -> checkpoint.number(key).text(text));
        checkpoint.number(Metadata.THREAD).number(threads.size());
        threads.forEach((id, name) ->
                checkpoint.number(id).text(name).number(id).text(null).number(0).octet(0));
        return checkpoint;
    }

    private byte[] header(long pools, long metadata) {
        return ByteBuffer.allocate(HEADER_BYTES)
                .putInt(MAGIC)
                .putShort(MAJOR)
                .putShort(MINOR)
                .putLong(position)
                .putLong(pools)
                .putLong(metadata)
                .putLong(startEpochNanos)
                .putLong(lastTicks - startTicks)
                .putLong(startTicks)
                .putLong(TICKS_PER_SECOND)
                .putInt(FLAGS)
                .array();
    }
}
