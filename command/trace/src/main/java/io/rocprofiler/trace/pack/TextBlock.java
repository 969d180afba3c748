package io.rocprofiler.trace.pack;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/// Some texts, in the order of their ids. Programs repeat texts: a block stores each distinct text once, and is
/// deflated as a whole.
///
/// ```
/// texts, distinct ones, {difference of the id, number of the text}…, bytes, deflated bytes, deflated texts
/// ```
/// Collects and writes a block, or reads one; not both at a time. Not thread safe.
public final class TextBlock {

    /// The maximum number of texts in a block, unless its distinct texts reach [#MOST_BYTES] first.
    public static final int MOST_TEXTS = 1024;

    private static final int MOST_BYTES = 1 << 16;
    private static final int LARGEST = 1 << 28; // bytes of a block, even with a single long text

    private final long[] ids = new long[MOST_TEXTS];
    private final int[] numbers = new int[MOST_TEXTS];
    private final Map<String, Integer> known = new HashMap<>();
    private final ByteSink texts = new ByteSink();
    private String[] different = new String[0];
    private int count;

    public void clear() {
        count = 0;
        known.clear();
        texts.reset();
    }

    public int count() {
        return count;
    }

    public boolean isFull() {
        return count == MOST_TEXTS || texts.size() >= MOST_BYTES;
    }

    /// Adds a text. Ids must be in ascending order.
    public void add(long id, String text) {
        Integer number = known.get(text);
        if (number == null) {
            number = known.size();
            known.put(text, number);
            texts.text(text);
        }
        ids[count] = id;
        numbers[count++] = number;
    }

    void write(ByteSink out) {
        out.number(count);
        out.number(known.size());
        long previous = 0;
        for (int i = 0; i < count; i++) {
            out.signed(ids[i] - previous);
            out.number(numbers[i]);
            previous = ids[i];
        }
        out.number(texts.size());
        byte[] deflated = new byte[texts.size() + 64 + texts.size() / 1000];
        try (Deflater deflater = new Deflater(Deflater.BEST_SPEED)) {
            deflater.setInput(texts.array(), 0, texts.size());
            deflater.finish();
            int length = deflater.deflate(deflated);
            out.number(length);
            out.bytes(deflated, length);
        }
    }

    /// Replaces the contents by those of a block.
    ///
    /// @throws PackException if the block is invalid
    public void read(ByteSource in) {
        count = 0;
        int read = in.count(MOST_TEXTS);
        different = new String[in.count(MOST_TEXTS)];
        long id = 0;
        for (int i = 0; i < read; i++) {
            id += in.signed();
            ids[i] = id;
            numbers[i] = in.count(different.length - 1);
        }
        int size = in.count(LARGEST);
        ByteSource inflated = new ByteSource(inflate(in.bytes(in.count(in.remaining())), size));
        for (int i = 0; i < different.length; i++) {
            different[i] = inflated.text();
        }
        count = read;
    }

    private static byte[] inflate(byte[] deflated, int size) {
        byte[] bytes = new byte[size];
        try (Inflater inflater = new Inflater()) {
            inflater.setInput(deflated);
            if (inflater.inflate(bytes) != size) {
                throw new PackException("texts end early");
            }
        } catch (DataFormatException e) {
            throw new PackException("texts cannot be inflated: " + e.getMessage());
        }
        return bytes;
    }

    public long id(int number) {
        return ids[number];
    }

    /// Returns the text at an index; equal texts of a block are the same object.
    public String text(int number) {
        return different[numbers[number]];
    }

    /// Returns the last text of an id, null if absent.
    public @Nullable String find(long id) {
        int at = Arrays.binarySearch(ids, 0, count, id);
        if (at < 0) {
            return null;
        }
        while (at + 1 < count && ids[at + 1] == id) {
            at++;
        }
        return text(at);
    }
}
