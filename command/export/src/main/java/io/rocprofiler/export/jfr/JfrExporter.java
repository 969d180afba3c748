package io.rocprofiler.export.jfr;

import io.rocprofiler.export.Export;
import io.rocprofiler.export.Exporter;
import io.rocprofiler.trace.AllocationRecord;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.GraphRecord;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.ScratchRecord;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.kind.Domain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes a recording for `jfr`, JDK Mission Control and whatever else reads those: an event per record, with the
/// thread that made the call or submitted the work.
public final class JfrExporter implements Exporter {

    public JfrExporter() {}

    @Override
    public List<Path> write(Export export) throws IOException {
        export.prefix().createDirectories();
        Path path = export.prefix().file("results", "jfr");
        try (Recording recording = new Recording(path, export)) {
            export.forEachTimed(Domain.TOLD_ONCE, recording::add);
            return recording.file == null ? List.of() : List.of(path);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /// A file that is created with its first record.
    private static final class Recording implements AutoCloseable {
        private final Path path;
        private final Export export;
        private final Display display;
        private @Nullable JfrFile file;

        Recording(Path path, Export export) {
            this.path = path;
            this.export = export;
            this.display = export.display();
        }

        void add(TraceRecord record) {
            try {
                JfrFile open = file;
                if (open == null) {
                    ProcessTrace first = export.processes().getFirst();
                    open = new JfrFile(path, first.startRealtimeNanos(), first.startRealtimeAtNanos());
                    file = open;
                }
                add(record, open);
                open.end();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void add(TraceRecord record, JfrFile open) {
            JfrBytes event =
                    open.begin(type(record), record.startNanos(), record.endNanos(), record.threadId(), thread(record));
            switch (record) {
                case ApiRecord call -> call(call, open, event);
                case DispatchRecord kernel -> kernel(kernel, open, event);
                case CopyRecord copy -> copy(copy, open, event);
                case AllocationRecord memory -> memory(memory, open, event);
                case ScratchRecord scratch -> scratch(scratch, open, event);
                case GraphRecord _ -> {}
            }
            event.number(record.process().pid());
        }

        private static String thread(TraceRecord record) {
            long id = record.threadId();
            String name = record.process().names().thread(id);
            String number = id == record.process().pid() ? "main" : "thread " + id;
            return name.isEmpty() ? number : name;
        }

        private static EventType type(TraceRecord record) {
            return switch (record) {
                case ApiRecord call -> type(Domain.ofKind(call.kind()));
                case DispatchRecord _ -> EventType.GPU_KERNEL;
                case CopyRecord _ -> EventType.GPU_COPY;
                case AllocationRecord _ -> EventType.GPU_MEMORY;
                case ScratchRecord _ -> EventType.GPU_SCRATCH;
                case GraphRecord _ -> EventType.HIP_CALL;
            };
        }

        private static EventType type(@Nullable Domain domain) {
            return switch (domain) {
                case HIP_API -> EventType.HIP_CALL;
                case HSA_API -> EventType.HSA_CALL;
                case RCCL_API -> EventType.RCCL_CALL;
                case ROCDECODE_API -> EventType.ROCDECODE_CALL;
                case ROCJPEG_API -> EventType.ROCJPEG_CALL;
                case null, default -> EventType.ROCTX_RANGE;
            };
        }

        private static void call(ApiRecord call, JfrFile open, JfrBytes event) {
            if (call.message() == null) {
                open.pooled(call.name());
            } else {
                event.text(call.name());
            }
            event.number(call.internalId()).number(call.ancestorId());
        }

        private void kernel(DispatchRecord kernel, JfrFile open, JfrBytes event) {
            open.pooled(display.name(kernel));
            open.pooled(display.agent(kernel.process(), kernel.agentId()));
            event.number(kernel.queueId()).number(kernel.dispatchId());
            open.pooled(kernel.grid(0) + "x" + kernel.grid(1) + "x" + kernel.grid(2));
            open.pooled(kernel.workgroup(0) + "x" + kernel.workgroup(1) + "x" + kernel.workgroup(2));
            event.number(kernel.groupSegmentBytes())
                    .number(kernel.privateSegmentBytes())
                    .number(kernel.internalId());
        }

        private void copy(CopyRecord copy, JfrFile open, JfrBytes event) {
            open.pooled(copy.name());
            event.number(copy.sizeBytes());
            open.pooled(display.agent(copy.process(), copy.sourceAgentId()));
            open.pooled(display.agent(copy.process(), copy.destinationAgentId()));
            event.number(copy.internalId());
        }

        private void memory(AllocationRecord memory, JfrFile open, JfrBytes event) {
            open.pooled(memory.name());
            event.number(memory.sizeBytes()).number(memory.address());
            open.pooled(display.agent(memory.process(), memory.agentId()));
            event.number(memory.internalId());
        }

        private void scratch(ScratchRecord scratch, JfrFile open, JfrBytes event) {
            open.pooled(scratch.name());
            event.number(scratch.sizeBytes());
            open.pooled(display.agent(scratch.process(), scratch.agentId()));
            event.number(scratch.queueId());
        }

        @Override
        public void close() throws IOException {
            if (file != null) {
                file.close();
            }
        }
    }
}
