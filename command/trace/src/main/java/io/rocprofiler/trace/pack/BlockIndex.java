package io.rocprofiler.trace.pack;

/// The places and key ranges of a stream's blocks.
public final class BlockIndex {

    static final BlockIndex EMPTY = new BlockIndex(0, 0);

    private long records;
    private final long[] places;
    private final int[] lengths;
    private final int[] checksums;
    private final int[] counts;
    private final long[] firstKeys;
    private final long[] lastKeys;

    BlockIndex(long records, int blocks) {
        this.records = records;
        this.places = new long[blocks];
        this.lengths = new int[blocks];
        this.checksums = new int[blocks];
        this.counts = new int[blocks];
        this.firstKeys = new long[blocks];
        this.lastKeys = new long[blocks];
    }

    static BlockIndex read(ByteSource in) {
        long records = in.number();
        BlockIndex index = new BlockIndex(records, in.count(in.remaining()));
        long key = 0;
        for (int i = 0; i < index.places.length; i++) {
            index.places[i] = in.number();
            index.lengths[i] = in.count(Integer.MAX_VALUE - Long.BYTES);
            index.checksums[i] = (int) in.number();
            index.counts[i] = in.count(Integer.MAX_VALUE);
            key += in.signed();
            index.firstKeys[i] = key;
            key += in.signed();
            index.lastKeys[i] = key;
        }
        return index;
    }

    /// Enters a block from its header.
    ///
    /// @param place where the block's bytes begin, after the header
    void set(int block, BlockHeader header, long place) {
        places[block] = place;
        lengths[block] = header.lengthBytes();
        checksums[block] = header.checksum();
        counts[block] = header.records();
        firstKeys[block] = header.firstKey();
        lastKeys[block] = header.lastKey();
    }

    /// The number of records in all blocks.
    public long records() {
        return records;
    }

    public int blocks() {
        return places.length;
    }

    /// Marks a damaged block as empty.
    void leaveOut(int block) {
        records -= counts[block];
        counts[block] = 0;
    }

    /// Returns the number of records in a block, 0 if damaged.
    public int count(int block) {
        return counts[block];
    }

    public long firstKey(int block) {
        return firstKeys[block];
    }

    public long lastKey(int block) {
        return lastKeys[block];
    }

    /// Returns the last block that begins at or below a key, -1 if there is none.
    public int find(long key) {
        int low = 0;
        int high = places.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (firstKeys[middle] <= key) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    long place(int block) {
        return places[block];
    }

    int length(int block) {
        return lengths[block];
    }

    long checksum(int block) {
        return Integer.toUnsignedLong(checksums[block]);
    }
}
