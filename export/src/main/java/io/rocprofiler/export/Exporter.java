package io.rocprofiler.export;

import io.rocprofiler.export.csv.CsvExporter;
import io.rocprofiler.export.html.HtmlExporter;
import io.rocprofiler.export.json.JsonExporter;
import io.rocprofiler.export.otf2.Otf2Exporter;
import io.rocprofiler.export.parquet.ParquetExporter;
import io.rocprofiler.export.pftrace.PftraceExporter;
import io.rocprofiler.export.rocpd.RocpdExporter;
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
