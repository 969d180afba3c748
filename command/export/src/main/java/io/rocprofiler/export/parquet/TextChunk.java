package io.rocprofiler.export.parquet;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A chunk of texts: encoded with a dictionary if they repeat, else one after another.
final class TextChunk<R> extends Chunk<R> {

    private static final int REPEATS = 2; // average number of repetitions that makes a dictionary pay
    private static final int OVERHEAD = 100; // approximate bytes of an entry beyond its text

    private final Column.Text<R> column;
    private final int[] indexes;
    private final Map<String, Integer> places = new HashMap<>();
    private final List<byte[]> texts = new ArrayList<>();
    private @Nullable String last;
    private int lastPlace;
    private int count;
    private long heldBytes;

    TextChunk(Column.Text<R> column, int rows) {
        this.column = column;
        this.indexes = new int[rows];
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // usually the same object; equal objects are found below
    void add(R record) {
        String text = column.value().apply(record);
        if (text != last) {
            last = text;
            lastPlace = place(text);
        }
        indexes[count++] = lastPlace;
    }

    private int place(String text) {
        Integer known = places.get(text);
        if (known != null) {
            return known;
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        places.put(text, texts.size());
        texts.add(utf8);
        heldBytes += OVERHEAD + 2L * utf8.length;
        return texts.size() - 1;
    }

    @Override
    long heldBytes() {
        return heldBytes;
    }

    @Override
    @Nullable
    Bounds bounds() {
        return null;
    }

    @Override
    Pages encode(Bytes dictionary, Bytes data) {
        int size = texts.size();
        boolean repeats = size <= Math.max(1, count / REPEATS);
        if (repeats) {
            texts.forEach(text -> plain(text, dictionary));
            IndexEncoding.encode(indexes, count, size, data);
        } else {
            for (int i = 0; i < count; i++) {
                plain(texts.get(indexes[i]), data);
            }
        }
        places.clear();
        texts.clear();
        last = null;
        count = 0;
        heldBytes = 0;
        return repeats ? new Pages(Format.RLE_DICTIONARY, size) : new Pages(Format.PLAIN, 0);
    }

    private static void plain(byte[] text, Bytes out) {
        out.little(text.length, Integer.BYTES);
        out.bytes(text, text.length);
    }
}
