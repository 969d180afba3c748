package io.rocprofiler.trace.export;

import io.rocprofiler.trace.export.html.HtmlExporter;
import io.rocprofiler.trace.export.otf2.Otf2Exporter;
import io.rocprofiler.trace.export.parquet.ParquetExporter;
import io.rocprofiler.trace.export.pftrace.PftraceExporter;
import io.rocprofiler.trace.export.rocpd.RocpdExporter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Writes one format. Stateless: any number of outputs, one after another.
public sealed interface Exporter
        permits CsvExporter, JsonExporter, PftraceExporter, HtmlExporter, Otf2Exporter, ParquetExporter, RocpdExporter {

    /// Writes one output.
    ///
    /// @return the files that were written; none if there is nothing to say
    /// @throws IOException if a file cannot be written; what was written of it stays
    List<Path> write(Export export) throws IOException;
}
