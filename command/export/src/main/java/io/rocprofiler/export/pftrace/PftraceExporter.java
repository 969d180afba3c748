package io.rocprofiler.export.pftrace;

import io.rocprofiler.export.Export;
import io.rocprofiler.export.Exporter;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/// Writes Perfetto's format (`generatePerfetto.cpp` of rocprofiler-sdk 1.0.0), `<prefix>_results.pftrace`: one file
/// for https://ui.perfetto.dev and Perfetto's trace processor.
///
/// Each process is a separate packet sequence, written from its records in the order of their start; Perfetto sorts
/// the events of all sequences.
public final class PftraceExporter implements Exporter {

    public PftraceExporter() {}

    @Override
    public List<Path> write(Export export) throws IOException {
        export.prefix().createDirectories();
        Path file = export.prefix().file("results", "pftrace");
        try (OutputStream out = NewFile.stream(file)) {
            int sequence = 0;
            for (ProcessTrace process : export.processes()) {
                new ProcessSlices(export, process, out, ++sequence).write();
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return List.of(file);
    }
}
