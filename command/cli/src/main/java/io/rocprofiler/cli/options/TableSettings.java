package io.rocprofiler.cli.options;

import io.rocprofiler.export.summary.SummaryUnit;
import io.rocprofiler.questions.NamedQuery;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How tables for people are shown.
///
/// @param unit of times, null for a table's default
/// @param top the most rows of a table, 0 for a table's default
public record TableSettings(@Nullable SummaryUnit unit, int top) {

    private static final String LIMIT = "limit=";

    /// Reads `--summary-units` and `--top`.
    ///
    /// @throws io.rocprofiler.cli.console.CommandException if a value is not understood
    public static TableSettings of(ParsedOptions options) {
        return new TableSettings(unit(options.text(Option.SUMMARY_UNITS, "")), top(options.text(Option.TOP, "0")));
    }

    private static @Nullable SummaryUnit unit(String name) {
        for (SummaryUnit unit : SummaryUnit.values()) {
            if (unit.label().equals(name)) {
                return unit;
            }
        }
        return null;
    }

    private static int top(String rows) {
        if (!rows.matches("\\d{1,9}")) {
            throw ParsedOptions.usage("--top: '" + rows + "' is no number of rows");
        }
        return Integer.parseInt(rows);
    }

    /// Returns the parameters of a question, with as many rows as the user wants if they do not say how many.
    ///
    /// @param words `parameter=value`
    public List<String> limited(NamedQuery query, List<String> words) {
        boolean isSaid = words.stream().anyMatch(word -> word.startsWith(LIMIT));
        if (top == 0 || isSaid || !query.defaults().containsKey("limit")) {
            return words;
        }
        List<String> all = new ArrayList<>(words);
        all.add(LIMIT + top);
        return all;
    }

    /// Returns the unit.
    ///
    /// @param otherwise the unit if the user did not say
    public SummaryUnit unit(SummaryUnit otherwise) {
        return unit == null ? otherwise : unit;
    }

    /// Returns the most rows of a table.
    ///
    /// @param otherwise the most rows if the user did not say
    public int top(int otherwise) {
        return top == 0 ? otherwise : top;
    }
}
