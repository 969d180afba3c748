package io.rocprofiler.trace.export;

import io.rocprofiler.trace.Domain;
import io.rocprofiler.trace.Statistic;
import io.rocprofiler.trace.Statistics;
import io.rocprofiler.trace.Statistics.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// AMD's summary tables (contract 6.6).
///
/// @param indent of every line: four spaces on a console, none in a file
public record SummaryText(SummaryUnit unit, String indent) {

    private static final int NAME_WIDTH = 40;
    private static final int DOMAIN_WIDTH = 12;
    private static final int WIDE = 15;
    private static final int PERCENT_WIDTH = 13;

    /// One block per domain that has records.
    public String perDomain(Statistics statistics) {
        StringBuilder text = new StringBuilder();
        for (Domain domain : statistics.domains()) {
            block(text, domain.name() + " SUMMARY", statistics.rows(domain));
        }
        return text.toString();
    }

    /// One block for all domains that the expression matches as a whole; nothing if it matches none.
    public String group(Statistics statistics, Pattern domains) {
        List<Domain> matching = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Domain domain : statistics.domains()) {
            if (domains.matcher(domain.name()).matches()) {
                matching.add(domain);
                names.add(domain.name());
            }
        }
        StringBuilder text = new StringBuilder();
        if (!matching.isEmpty()) {
            block(text, String.join(" + ", names) + " SUMMARY", statistics.rows(matching));
        }
        return text.toString();
    }

    /// One block for everything.
    public String overall(Statistics statistics) {
        StringBuilder text = new StringBuilder();
        block(text, "SUMMARY", statistics.rows(statistics.domains()));
        return text.toString();
    }

    private void block(StringBuilder text, String label, List<Row> rows) {
        int nameWidth = NAME_WIDTH;
        int domainWidth = DOMAIN_WIDTH;
        long total = 0;
        for (Row row : rows) {
            nameWidth = Math.max(nameWidth, row.name().length());
            domainWidth = Math.max(domainWidth, row.domain().name().length());
            total += row.statistic().sum();
        }
        int[] widths = {nameWidth, domainWidth, WIDE, WIDE, WIDE, PERCENT_WIDTH, WIDE, WIDE, WIDE};
        text.append('\n').append(indent).append("ROCPROFV3 ").append(label).append(":\n\n");
        header(text, widths);
        for (Row row : rows) {
            row(text, widths, row, total);
        }
        text.append('\n');
    }

    private void header(StringBuilder text, int[] widths) {
        String in = " (" + unit.label() + ")";
        String[] names = {
            "NAME",
            "DOMAIN",
            "CALLS",
            "DURATION" + in,
            "AVERAGE" + in,
            "PERCENT (INC)",
            "MIN" + in,
            "MAX" + in,
            "STDDEV"
        };
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

    private void row(StringBuilder text, int[] widths, Row row, long total) {
        Statistic statistic = row.statistic();
        String[] cells = {
            row.name(),
            row.domain().name(),
            Long.toString(statistic.count()),
            unit.show(statistic.sum()),
            Numbers.scientific(unit.of(statistic.mean()), 3),
            Numbers.fixed(statistic.percentOf(total), 6),
            unit.show(statistic.min()),
            unit.show(statistic.max()),
            Numbers.scientific(unit.of(statistic.standardDeviation()), 3)
        };
        text.append(indent).append('|');
        for (int i = 0; i < cells.length; i++) {
            String space = " ".repeat(Math.max(0, widths[i] - cells[i].length()));
            String cell = i < 2 ? cells[i] + space : space + cells[i];
            text.append(' ').append(cell).append(" |");
        }
        text.append('\n');
    }

    private static String centred(String name, int width) {
        int left = (width - name.length()) / 2;
        return " ".repeat(left) + name + " ".repeat(width - name.length() - left);
    }
}
