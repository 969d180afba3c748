package io.rocprofiler.export.summary;

import io.rocprofiler.export.text.Numbers;
import io.rocprofiler.export.text.Printable;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.summary.Statistic;
import io.rocprofiler.trace.summary.Statistics;
import io.rocprofiler.trace.summary.Statistics.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Formats AMD's summary tables (`generateStats.cpp` of rocprofiler-sdk 1.0.0).
///
/// @param indent of every line: four spaces on a console, none in a file
/// @param top the most rows of a table
public record SummaryText(SummaryUnit unit, String indent, int top) {

    private static final int NAME_WIDTH = 40;
    private static final int LONGEST_NAME = 160; // tables widen with their names up to this width
    private static final int DOMAIN_WIDTH = 12;
    private static final int WIDE = 15;
    private static final int PERCENT_WIDTH = 13;
    private static final boolean[] LEFT = {true, true, false, false, false, false, false, false, false};

    /// Returns one block per domain that has records.
    public String perDomain(Statistics statistics) {
        StringBuilder text = new StringBuilder();
        for (Domain domain : statistics.domains()) {
            block(text, domain.name() + " SUMMARY", statistics.rows(domain));
        }
        return text.toString();
    }

    /// Returns one block for all domains whose whole name matches the expression; empty if none does.
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

    /// Returns one block for all domains.
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
            nameWidth = Math.max(nameWidth, Printable.width(Printable.fitting(row.name(), LONGEST_NAME)));
            domainWidth = Math.max(domainWidth, row.domain().name().length());
            total += row.statistic().sum();
        }
        int[] widths = {nameWidth, domainWidth, WIDE, WIDE, WIDE, PERCENT_WIDTH, WIDE, WIDE, WIDE};
        TextTable table = new TextTable(text, indent, widths, LEFT);
        table.title(label);
        header(table);
        for (Row row : rows.subList(0, Math.min(top, rows.size()))) {
            row(table, row, total);
        }
        table.more(rows.size() - Math.min(top, rows.size()));
        text.append('\n');
    }

    private void header(TextTable table) {
        table.header(
                "NAME",
                "DOMAIN",
                "CALLS",
                unit.column("DURATION"),
                unit.column("AVERAGE"),
                "PERCENT (INC)",
                unit.column("MIN"),
                unit.column("MAX"),
                "STDDEV");
    }

    private void row(TextTable table, Row row, long total) {
        Statistic statistic = row.statistic();
        table.row(
                Printable.fitting(row.name(), LONGEST_NAME),
                row.domain().name(),
                Long.toString(statistic.count()),
                unit.show(statistic.sum()),
                unit.scientific(statistic.mean()),
                Numbers.fixed(statistic.percentOf(total), 6),
                unit.show(statistic.min()),
                unit.show(statistic.max()),
                unit.scientific(statistic.standardDeviation()));
    }
}
