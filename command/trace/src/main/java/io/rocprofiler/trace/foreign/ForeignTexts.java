package io.rocprofiler.trace.foreign;

import io.rocprofiler.trace.pack.PackWriter;
import io.rocprofiler.trace.pack.PlaceSort;
import io.rocprofiler.trace.pack.TextBlock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Texts by id, added in any order. Memory grows with the number of different texts only.
final class ForeignTexts implements AutoCloseable {

    private static final int HELD = 1 << 20; // pairs in memory, 24 bytes each

    private final PlaceSort sorted;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> texts = new ArrayList<>();

    ForeignTexts(Path directory) {
        sorted = new PlaceSort(directory, HELD);
    }

    void add(long id, String text) throws IOException {
        Integer number = numbers.putIfAbsent(text, texts.size());
        if (number == null) {
            number = texts.size();
            texts.add(text);
        }
        sorted.add(id, number);
    }

    void write(PackWriter writer, String stream) throws IOException {
        TextBlock block = new TextBlock();
        sorted.drain((id, number) -> {
            if (block.isFull()) {
                writer.write(stream, block);
                block.clear();
            }
            block.add(id, texts.get((int) number));
        });
        if (block.count() > 0) {
            writer.write(stream, block);
        }
    }

    @Override
    public void close() throws IOException {
        sorted.close();
    }
}
