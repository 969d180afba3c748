package io.rocprofiler.trace;

import io.rocprofiler.trace.pack.BlockIndex;
import io.rocprofiler.trace.pack.PackReader;
import io.rocprofiler.trace.pack.TextBlock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The texts of a process by id. Caches a few blocks: readers that follow the order of time ask for nearly
/// ascending ids.
final class Texts {

    private static final int KEPT = 4;

    private final PackReader pack;
    private final BlockIndex index;
    private final @Nullable TextBlock[] blocks = new @Nullable TextBlock[KEPT];
    private final int[] numbers = new int[KEPT];
    private int next;
    private int last;

    Texts(PackReader pack, String stream) {
        this.pack = pack;
        this.index = pack.stream(stream);
    }

    /// Returns the text of an id, null if absent.
    @Nullable
    String find(long id) {
        int number = index.find(id);
        return number < 0 || index.count(number) == 0 ? null : block(number).find(id);
    }

    private TextBlock block(int number) {
        TextBlock recent = blocks[last];
        if (recent != null && numbers[last] == number) {
            return recent;
        }
        for (int i = 0; i < KEPT; i++) {
            TextBlock block = blocks[i];
            if (block != null && numbers[i] == number) {
                last = i;
                return block;
            }
        }
        TextBlock block = blocks[next];
        if (block == null) {
            block = new TextBlock();
            blocks[next] = block;
        }
        numbers[next] = -1; // in case reading fails
        block.read(pack.block(index, number));
        numbers[next] = number;
        last = next;
        next = (next + 1) % KEPT;
        return block;
    }

    /// Passes all texts to `action` in the order of their ids.
    void forEach(BiConsumer<Long, String> action) {
        TextBlock block = new TextBlock();
        for (int i = 0; i < index.blocks(); i++) {
            if (index.count(i) > 0) {
                block.read(pack.block(index, i));
                for (int text = 0; text < block.count(); text++) {
                    if (text + 1 == block.count() || block.id(text + 1) != block.id(text)) {
                        action.accept(block.id(text), block.text(text));
                    }
                }
            }
        }
    }
}
