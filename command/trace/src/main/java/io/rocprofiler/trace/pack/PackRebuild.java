package io.rocprofiler.trace.pack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds the blocks of a packed file by their headers when its index is lost. Skips anything between them, such as
/// a block that lost its header.
final class PackRebuild {

    private static final int WINDOW = 1 << 16;

    private record Found(BlockHeader header, long place) {}

    private final FileChannel channel;
    private final long size;
    private final Map<String, List<Found>> blocks = new LinkedHashMap<>();
    private final Map<String, Long> records = new HashMap<>();
    private byte[] summary = new byte[0];
    private byte[] window = new byte[0];
    private long windowPlace;
    private int last = -1;

    private PackRebuild(FileChannel channel, long size) {
        this.channel = channel;
        this.size = size;
    }

    /// Reads the whole file.
    static PackRebuild scan(FileChannel channel) throws IOException {
        PackRebuild rebuild = new PackRebuild(channel, channel.size());
        long at = 0;
        while (at + BlockHeader.SIZE <= rebuild.size) {
            BlockHeader header = rebuild.header(at);
            at = header == null ? rebuild.nextMagic(at + 1) : rebuild.take(header, at);
        }
        return rebuild;
    }

    private @Nullable BlockHeader header(long at) throws IOException {
        load(at);
        return BlockHeader.read(window, (int) (at - windowPlace));
    }

    /// Loads the window so that it holds a header that may begin at `at`.
    private void load(long at) throws IOException {
        long end = Math.min(size, at + BlockHeader.SIZE);
        if (at >= windowPlace && end <= windowPlace + window.length) {
            return;
        }
        windowPlace = at;
        ByteBuffer into = ByteBuffer.allocate((int) Math.min(WINDOW, size - at));
        while (into.hasRemaining() && channel.read(into, at + into.position()) >= 0) {
            // Stops early if the file becomes shorter while it is read.
        }
        window = into.array();
    }

    private long nextMagic(long from) throws IOException {
        for (long at = from; at + BlockHeader.SIZE <= size; at++) {
            load(at);
            if (window[(int) (at - windowPlace)] == (byte) BlockHeader.MAGIC && header(at) != null) {
                return at;
            }
        }
        return size;
    }

    /// @return where the next block should begin
    private long take(BlockHeader header, long at) throws IOException {
        long place = at + BlockHeader.SIZE;
        boolean fits = header.lengthBytes() >= 0 && header.lengthBytes() <= size - place;
        // A piece of the file that occurs twice counts once. A truncated block counts as lost.
        if (header.number() <= last || !fits || header.records() < 0) {
            return fits ? place + header.lengthBytes() : place;
        }
        last = header.number();
        if (header.stream().equals(PackFormat.SUMMARY)) {
            summary(header, place);
        } else {
            blocks.computeIfAbsent(header.stream(), _ -> new ArrayList<>()).add(new Found(header, place));
        }
        return place + header.lengthBytes();
    }

    private void summary(BlockHeader header, long place) throws IOException {
        try {
            ByteSource in = new ByteSource(PackReader.read(channel, place, header.lengthBytes(), header.checksum()));
            for (int rest = in.count(header.lengthBytes()); rest > 0; rest--) {
                records.put(in.text(), in.number());
            }
            summary = in.bytes(in.count(header.lengthBytes()));
        } catch (PackException _) {
            records.clear(); // the number of records is unknown then
        }
    }

    boolean foundNothing() {
        return blocks.isEmpty() && summary.length == 0;
    }

    /// The summary, empty if damaged.
    byte[] summary() {
        return summary;
    }

    Map<String, BlockIndex> streams() {
        Map<String, BlockIndex> streams = new LinkedHashMap<>();
        blocks.forEach((name, found) -> {
            long sum = found.stream().mapToLong(one -> one.header().records()).sum();
            BlockIndex index = new BlockIndex(sum, found.size());
            for (int i = 0; i < found.size(); i++) {
                index.set(i, found.get(i).header(), found.get(i).place());
            }
            streams.put(name, index);
        });
        return streams;
    }

    /// The number of records of each stream: by the summary, else by the stream's last block.
    Map<String, Long> records() {
        Map<String, Long> had = new LinkedHashMap<>(records);
        blocks.forEach((name, found) -> {
            BlockHeader end = found.getLast().header();
            had.merge(name, end.recordsBefore() + end.records(), Math::max);
        });
        return had;
    }
}
