package io.rocprofiler.trace.pack;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Some records of a stream, in its order. Collects and writes a block, or reads one; not both at a time.
///
/// ```
/// records, sizes, {words of a record, records of that size}…, number of its size per record, columns per size
/// ```
/// Records are whole 8-byte words. Not thread safe.
public final class RecordBlock {

    /// The maximum number of records in a block, unless [#MOST_WORDS] is reached first: small, so that a thousand
    /// processes can be read at once.
    public static final int MOST_RECORDS = 1024;

    static final int MOST_WORDS = 1 << 14;
    private static final int LARGEST_RECORD = 1 << 23; // words

    private final Columns columns = new Columns();
    private long[] words = new long[MOST_WORDS];
    private int[] bases = new int[MOST_RECORDS + 1]; // start of each record, then the end of the last
    private final int[] ofSize = new int[MOST_RECORDS];
    private int count;
    private MemorySegment bytes = MemorySegment.ofArray(words);

    public void clear() {
        count = 0;
    }

    public int count() {
        return count;
    }

    public boolean isFull() {
        return count == MOST_RECORDS || bases[count] >= MOST_WORDS;
    }

    /// Adds a record.
    ///
    /// @param sizeBytes a multiple of 8
    public void add(MemorySegment from, long place, long sizeBytes) {
        int size = Math.toIntExact(sizeBytes / Long.BYTES);
        int base = bases[count];
        room(base + size);
        MemorySegment.copy(from, JAVA_LONG, place, words, base, size);
        bases[++count] = base + size;
    }

    private void room(int size) {
        if (words.length < size) {
            words = Arrays.copyOf(words, Math.max(size, words.length * 2));
            bytes = MemorySegment.ofArray(words);
        }
    }

    void write(ByteSink out) {
        int[] sizes = sizes();
        out.number(count);
        out.number(sizes.length);
        for (int size : sizes) {
            out.number(size);
            out.number(select(size));
        }
        if (sizes.length > 1) {
            for (int i = 0; i < count; i++) {
                out.number(Arrays.binarySearch(sizes, bases[i + 1] - bases[i]));
            }
        }
        for (int size : sizes) {
            int selected = select(size);
            columns.write(words, ofSize, selected, size, out);
        }
    }

    private int[] sizes() {
        int first = bases[1] - bases[0];
        boolean same = true;
        for (int i = 1; i < count && same; i++) {
            same = bases[i + 1] - bases[i] == first;
        }
        if (same) {
            return new int[] {first};
        }
        int[] all = new int[count];
        for (int i = 0; i < count; i++) {
            all[i] = bases[i + 1] - bases[i];
        }
        return Arrays.stream(all).sorted().distinct().toArray();
    }

    /// Collects the indexes of the records of that size in `ofSize`.
    private int select(int size) {
        int selected = 0;
        for (int i = 0; i < count; i++) {
            if (bases[i + 1] - bases[i] == size) {
                ofSize[selected++] = bases[i];
            }
        }
        return selected;
    }

    /// Replaces the contents by those of a block.
    ///
    /// @throws PackException if the block is invalid; the contents are empty then
    public void read(ByteSource in) {
        count = 0;
        int records = in.count(MOST_RECORDS);
        int[] sizes = new int[in.count(MOST_RECORDS)];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = in.count(LARGEST_RECORD);
            in.count(MOST_RECORDS);
        }
        for (int i = 0; i < records; i++) {
            int size = sizes[sizes.length == 1 ? 0 : in.count(sizes.length - 1)];
            if (bases[i] >= MOST_WORDS) {
                throw new PackException("more records than a block holds");
            }
            bases[i + 1] = bases[i] + size;
        }
        room(bases[records]);
        count = records;
        for (int size : sizes) {
            columns.read(in, words, ofSize, select(size), size);
        }
    }

    /// The records, back to back. The same object until records are added or read.
    public MemorySegment bytes() {
        return bytes;
    }

    /// Returns the offset of a record in [#bytes()].
    public long place(int record) {
        return (long) bases[record] * Long.BYTES;
    }

    /// Returns eight bytes of a record.
    public long word(int record, int offsetBytes) {
        return words[bases[record] + offsetBytes / Long.BYTES];
    }
}
