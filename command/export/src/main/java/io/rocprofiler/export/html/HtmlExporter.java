package io.rocprofiler.export.html;

import io.rocprofiler.export.Export;
import io.rocprofiler.export.Exporter;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.summary.InsightsBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/// Writes `<prefix>_results.html`: a self-contained page with a zoomable time line, tables, and all their data. It
/// needs no network and no other file.
///
/// In a run of more than a million slices, the shortest slices are merged (see [Timeline]); tables count
/// every record.
public final class HtmlExporter implements Exporter {

    private static final int MOST_SLICES = 1_000_000; // 10 MB of page; browsers draw that many without a pause

    private final int mostSlices;

    /// Creates an exporter with the number of slices that browsers handle well.
    public HtmlExporter() {
        this(MOST_SLICES);
    }

    HtmlExporter(int mostSlices) {
        this.mostSlices = mostSlices;
    }

    @Override
    public List<Path> write(Export export) throws IOException {
        Path file = export.prefix().file("results", "html");
        export.prefix().createDirectories();
        try {
            Timeline timeline = new Timeline(
                    mostSlices,
                    new NameTable(),
                    new CallArguments(CallArguments.MOST_CALLS),
                    export.processes(),
                    export.display());
            InsightsBuilder insights = new InsightsBuilder(export.processes(), export.display());
            export.forEach(Domain.TOLD_ONCE, record -> {
                if (record.hasTimes()) {
                    timeline.add(record);
                }
                insights.add(record);
            });
            timeline.finish();
            Page.write(file, new PageContent(export, timeline, insights.build().tables()));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return List.of(file);
    }
}
