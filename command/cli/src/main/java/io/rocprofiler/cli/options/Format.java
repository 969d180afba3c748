package io.rocprofiler.cli.options;

import io.rocprofiler.export.Exporter;
import io.rocprofiler.export.csv.CsvExporter;
import io.rocprofiler.export.html.HtmlExporter;
import io.rocprofiler.export.jfr.JfrExporter;
import io.rocprofiler.export.json.JsonExporter;
import io.rocprofiler.export.otf2.Otf2Exporter;
import io.rocprofiler.export.parquet.DatasetExporter;
import io.rocprofiler.export.parquet.ParquetExporter;
import io.rocprofiler.export.pftrace.PftraceExporter;
import io.rocprofiler.export.rocpd.RocpdExporter;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The output formats, by their names in `--output-format`.
public enum Format {
    CSV("csv", new CsvExporter()),
    JSON("json", new JsonExporter()),
    PFTRACE("pftrace", new PftraceExporter()),
    ROCPD("db", new RocpdExporter()),
    OTF2("otf2", new Otf2Exporter()),
    PARQUET("parquet", new ParquetExporter()),
    HTML("html", new HtmlExporter()),
    JFR("jfr", new JfrExporter()),
    /// Its parts are in a folder that all processes share: [#exporter] knows only a part of what they say.
    DATASET("dataset", new DatasetExporter());

    private final String extension;

    @SuppressWarnings("ImmutableEnumChecker") // exporters are stateless
    private final Exporter exporter;

    Format(String extension, Exporter exporter) {
        this.extension = extension;
        this.exporter = exporter;
    }

    public Exporter exporter() {
        return exporter;
    }

    /// The extension of its files, without the dot.
    public String extension() {
        return extension;
    }

    /// The format's name in `--output-format`.
    public String option() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// All names, comma-separated: `csv, json`.
    public static String names() {
        return Arrays.stream(values()).map(Format::option).collect(Collectors.joining(", "));
    }

    /// Returns the format with that name, null if unknown. Case-insensitive, as in AMD's command.
    static @Nullable Format of(String name) {
        for (Format format : values()) {
            if (format.name().equals(name.toUpperCase(Locale.ROOT))) {
                return format;
            }
        }
        return null;
    }
}
