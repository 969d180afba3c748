package io.rocprofiler.export.summary;

import io.rocprofiler.export.text.Printable;

/// Formats a table with bars between columns, as in AMD's summary (`generateStats.cpp` of rocprofiler-sdk 1.0.0).
///
/// @param widths of the columns
/// @param left which columns are left-aligned; the others hold numbers
@SuppressWarnings("ArrayRecordComponent") // never compared
record TextTable(StringBuilder text, String indent, int[] widths, boolean[] left) {

    /// Adds an empty line, the title, and an empty line.
    void title(String label) {
        text.append('\n').append(indent).append("ROCPROFV3 ").append(label).append(":\n\n");
    }

    void header(String... names) {
        text.append(indent).append('|');
        for (int i = 0; i < names.length; i++) {
            text.append(' ').append(centred(names[i], widths[i])).append(" |");
        }
        text.append('\n').append(indent).append('|');
        for (int width : widths) {
            text.append("-".repeat(width + 2)).append('|');
        }
        text.append('\n');
    }

    void row(String... cells) {
        text.append(indent).append('|');
        for (int i = 0; i < cells.length; i++) {
            String space = " ".repeat(Math.max(0, widths[i] - Printable.width(cells[i])));
            String cell = left[i] ? cells[i] + space : space + cells[i];
            text.append(' ').append(cell).append(" |");
        }
        text.append('\n');
    }

    /// Says how many rows are left out.
    void more(int rows) {
        if (rows > 0) {
            text.append(indent).append("… ").append(rows).append(rows == 1 ? " more row" : " more rows");
            text.append("; --top says how many are shown\n");
        }
    }

    private static String centred(String name, int width) {
        int before = (width - name.length()) / 2;
        return " ".repeat(before) + name + " ".repeat(width - name.length() - before);
    }
}
