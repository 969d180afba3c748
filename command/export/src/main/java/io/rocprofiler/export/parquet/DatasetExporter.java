package io.rocprofiler.export.parquet;

import io.rocprofiler.export.Export;
import io.rocprofiler.export.Exporter;
import io.rocprofiler.trace.AgentInfo;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.ObjectNames;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.kind.Domain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// Writes the parts of a dataset: tables of Parquet files for any number of processes, each of which writes its own
/// files, wherever and whenever it does: `docs/dataset.md`. The prefix is the dataset's folder.
public final class DatasetExporter implements Exporter {

    private static final Set<Domain> CALLS =
            EnumSet.of(Domain.HSA_API, Domain.HIP_API, Domain.RCCL_API, Domain.ROCDECODE_API, Domain.ROCJPEG_API);
    private static final Set<Domain> MEMORY = EnumSet.of(Domain.MEMORY_ALLOCATION, Domain.SCRATCH_MEMORY);

    private final Function<ProcessTrace, PartFacts> facts;

    /// Creates an exporter for runs of which no command knows anything.
    public DatasetExporter() {
        this(process -> PartFacts.of(process.properties().get("job", "")));
    }

    public DatasetExporter(Function<ProcessTrace, PartFacts> facts) {
        this.facts = facts;
    }

    @Override
    public List<Path> write(Export export) throws IOException {
        for (ProcessTrace process : export.processes()) {
            PartFacts known = facts.apply(process);
            try (DatasetPart part = new DatasetPart(export.prefix().path(), process, known.run())) {
                write(export, process, known, part);
                part.publish();
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }
        return List.of(export.prefix().path());
    }

    private static void write(Export export, ProcessTrace process, PartFacts known, DatasetPart part)
            throws IOException {
        DatasetColumns columns = new DatasetColumns(process, export.display());
        try (LazyFile<DispatchRecord> kernels = part.rows("kernels", columns.kernels())) {
            each(export, process, Set.of(Domain.KERNEL_DISPATCH), DispatchRecord.class, kernels::add);
        }
        try (LazyFile<CopyRecord> copies = part.rows("memory_copies", columns.copies())) {
            each(export, process, Set.of(Domain.MEMORY_COPY), CopyRecord.class, copies::add);
        }
        try (LazyFile<TraceRecord> memory = part.rows("memory_allocations", columns.memory())) {
            export.forEach(process, MEMORY, memory::add);
        }
        try (LazyFile<ApiRecord> calls = part.rows("calls", columns.calls())) {
            each(export, process, CALLS, ApiRecord.class, calls::add);
        }
        try (LazyFile<ApiRecord> ranges = part.rows("ranges", columns.ranges());
                LazyFile<ApiRecord> marks = part.rows("marks", columns.marks())) {
            each(
                    export,
                    process,
                    Set.of(Domain.MARKER_API),
                    ApiRecord.class,
                    marker -> (marker.hasTimes() && marker.durationNanos() == 0 ? marks : ranges).add(marker));
        }
        try (LazyFile<AgentInfo> agents = part.rows("agents", columns.agents())) {
            process.agents().forEach(agents::add);
        }
        try (LazyFile<ObjectNames.Name> names = part.rows("names", columns.names())) {
            process.names().all().forEach(names::add);
        }
        try (LazyFile<ProcessTrace> processes = part.rows("processes", DatasetColumns.process(known))) {
            processes.add(process);
        }
    }

    private static <R extends TraceRecord> void each(
            Export export, ProcessTrace process, Set<Domain> domains, Class<R> sort, Consumer<R> action) {
        export.forEach(process, domains, record -> action.accept(sort.cast(record)));
    }
}
