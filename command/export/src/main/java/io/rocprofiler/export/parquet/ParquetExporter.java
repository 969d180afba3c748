package io.rocprofiler.export.parquet;

import io.rocprofiler.export.Export;
import io.rocprofiler.export.Exporter;
import io.rocprofiler.trace.AllocationRecord;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.ScratchRecord;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.kind.Domain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Writes a Parquet file per domain that has records: typed columns, sorted by start, for runs too large for CSV.
public final class ParquetExporter implements Exporter {

    public ParquetExporter() {}

    @Override
    public List<Path> write(Export export) throws IOException {
        List<Path> written = new ArrayList<>();
        export.prefix().createDirectories();
        TraceColumns columns = new TraceColumns(export.display());
        for (Domain domain : Domain.TOLD_ONCE) {
            switch (domain) {
                case KERNEL_DISPATCH -> write(export, domain, DispatchRecord.class, columns.kernels(), written);
                case MEMORY_COPY -> write(export, domain, CopyRecord.class, columns.copies(), written);
                case MEMORY_ALLOCATION -> write(export, domain, AllocationRecord.class, columns.allocations(), written);
                case SCRATCH_MEMORY -> write(export, domain, ScratchRecord.class, columns.scratch(), written);
                case HSA_API, HIP_API, MARKER_API, RCCL_API, ROCDECODE_API, ROCJPEG_API, HIP_GRAPH ->
                    write(export, domain, ApiRecord.class, columns.calls(), written);
            }
        }
        return written;
    }

    private static <R extends TraceRecord> void write(
            Export export, Domain domain, Class<R> sort, List<Column<R>> columns, List<Path> written)
            throws IOException {
        Path file = export.prefix().file(domain.stem(), "parquet");
        try (LazyFile<R> rows = new LazyFile<>(file, columns, TraceColumns.SORTED_BY, written::add)) {
            export.forEach(Set.of(domain), record -> rows.add(sort.cast(record)));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
