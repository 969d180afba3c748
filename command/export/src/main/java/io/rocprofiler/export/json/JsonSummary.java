package io.rocprofiler.export.json;

import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.summary.Statistic;
import io.rocprofiler.trace.summary.Statistics;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/// Writes `summary`: per domain and per operation, by name.
final class JsonSummary {

    private JsonSummary() {}

    static void write(JsonGenerator json, Statistics statistics) {
        json.writeArrayPropertyStart("summary");
        for (Domain domain : statistics.domains()) {
            json.writeStartObject();
            json.writeStringProperty("domain", domain.name());
            json.writeObjectPropertyStart("stats");
            values(json, statistics.total(domain));
            json.writeArrayPropertyStart("operations");
            for (Statistics.Row row : byName(statistics.rows(domain))) {
                json.writeStartObject();
                json.writeStringProperty("key", row.name());
                json.writeObjectPropertyStart("value");
                values(json, row.statistic());
                json.writeEndObject();
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static List<Statistics.Row> byName(List<Statistics.Row> rows) {
        return rows.stream().sorted(Comparator.comparing(Statistics.Row::name)).toList();
    }

    private static void values(JsonGenerator json, Statistic statistic) {
        json.writeNumberProperty("count", statistic.count());
        json.writeNumberProperty("sum", statistic.sum());
        json.writeNumberProperty("sqr", new BigDecimal(statistic.squares()).toBigInteger());
        json.writeNumberProperty("min", statistic.min());
        json.writeNumberProperty("max", statistic.max());
        json.writeNumberProperty("mean", statistic.mean());
        json.writeNumberProperty("stddev", statistic.standardDeviation());
        json.writeNumberProperty("variance", statistic.variance());
    }
}
