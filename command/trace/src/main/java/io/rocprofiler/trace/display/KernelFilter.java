package io.rocprofiler.trace.display;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Selects dispatches by kernel name and by how often each kernel was dispatched before.
///
/// @param include must occur in the name, null for all
/// @param exclude must not occur in the name, null for none
/// @param iterations counted per kernel from 1; empty for all
public record KernelFilter(
        @Nullable Pattern include, @Nullable Pattern exclude, List<Range> iterations) {

    public static final KernelFilter ALL = new KernelFilter(null, null, List.of());

    /// An inclusive range of iterations.
    public record Range(long first, long last) {

        boolean contains(long number) {
            return number >= first && number <= last;
        }
    }

    public KernelFilter {
        iterations = List.copyOf(iterations);
    }

    /// Parses AMD's syntax: `[1-2],[3-4]`, `5`, or several of them.
    ///
    /// @throws IllegalArgumentException if a part is neither a number nor two numbers joined by `-`
    public static List<Range> ranges(String text) {
        List<Range> ranges = new ArrayList<>();
        for (String part : text.split("[\\[\\], ]+")) {
            if (!part.isEmpty()) {
                ranges.add(range(part));
            }
        }
        return ranges;
    }

    private static Range range(String part) {
        if (!part.matches("\\d{1,18}(-\\d{1,18})?")) {
            throw new IllegalArgumentException("'" + part + "' is neither a number nor a range like 2-5");
        }
        int dash = part.indexOf('-');
        long first = Long.parseLong(dash < 0 ? part : part.substring(0, dash));
        long last = dash < 0 ? first : Long.parseLong(part.substring(dash + 1));
        if (first > last) {
            throw new IllegalArgumentException("'" + part + "' ends before it begins");
        }
        return new Range(first, last);
    }

    public boolean isAll() {
        return include == null && exclude == null && iterations.isEmpty();
    }

    boolean matches(String name) {
        return (include == null || include.matcher(name).find())
                && (exclude == null || !exclude.matcher(name).find());
    }

    boolean matches(long iteration) {
        return iterations.isEmpty() || iterations.stream().anyMatch(range -> range.contains(iteration));
    }
}
