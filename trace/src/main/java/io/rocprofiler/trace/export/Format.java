package io.rocprofiler.trace.export;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The output formats, by the names that `--output-format` takes.
public enum Format {
    CSV(new CsvExporter()),
    JSON(new JsonExporter());

    @SuppressWarnings("ImmutableEnumChecker") // exporters are stateless
    private final Exporter exporter;

    Format(Exporter exporter) {
        this.exporter = exporter;
    }

    public Exporter exporter() {
        return exporter;
    }

    /// Upper and lower case are the same, as in AMD's command. Null for a name that is none.
    public static @Nullable Format of(String name) {
        for (Format format : values()) {
            if (format.name().equals(name.toUpperCase(Locale.ROOT))) {
                return format;
            }
        }
        return null;
    }
}
