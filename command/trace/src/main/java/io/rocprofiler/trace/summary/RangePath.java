package io.rocprofiler.trace.summary;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Nested ranges by their names, from the outermost to the innermost: what a call was made in. One object for all
/// ranges with the same names, so that millions of ranges take little memory.
final class RangePath {

    /// The row of the innermost range.
    final RangeRow row;

    final @Nullable RangePath outer;
    private final boolean repeated;
    private final Map<RangeRow, RangePath> inner = new HashMap<>();

    private RangePath(RangeRow row, @Nullable RangePath outer) {
        this.row = row;
        this.outer = outer;
        boolean found = false;
        for (RangePath path = outer; path != null; path = path.outer) {
            found |= path.row == row;
        }
        this.repeated = found;
    }

    static RangePath of(RangeRow row) {
        return new RangePath(row, null);
    }

    RangePath inside(RangeRow innermost) {
        return inner.computeIfAbsent(innermost, made -> new RangePath(made, this));
    }

    /// Whether an outer range has the innermost one's name.
    boolean repeated() {
        return repeated;
    }

    /// Passes each row once.
    void forEachRow(Consumer<RangeRow> action) {
        for (RangePath path = this; path != null; path = path.outer) {
            if (!path.repeated) {
                action.accept(path.row);
            }
        }
    }
}
