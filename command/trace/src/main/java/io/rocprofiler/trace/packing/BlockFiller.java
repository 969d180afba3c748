package io.rocprofiler.trace.packing;

import io.rocprofiler.trace.pack.PackWriter;
import io.rocprofiler.trace.pack.RecordBlock;
import io.rocprofiler.trace.primitive.Bytes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// Collects the records of a stream, in its order, into blocks.
public final class BlockFiller {

    private final PackWriter writer;
    private final String stream;
    private final RecordBlock block = new RecordBlock();
    private long firstKey;
    private long lastKey;

    public BlockFiller(PackWriter writer, String stream) {
        this.writer = writer;
        this.stream = stream;
    }

    /// Adds the record at a place, which begins with its size.
    ///
    /// @param key not below that of the record before
    public void add(MemorySegment bytes, long at, long key) throws IOException {
        if (block.isFull()) {
            flush();
        }
        firstKey = block.count() == 0 ? key : firstKey;
        lastKey = key;
        block.add(bytes, at, Bytes.u64(bytes, at));
    }

    /// Writes what is not written yet.
    public void flush() throws IOException {
        if (block.count() > 0) {
            writer.write(stream, block, firstKey, lastKey);
            block.clear();
        }
    }
}
