package io.rocprofiler.export.pftrace;

import io.rocprofiler.export.Export;
import io.rocprofiler.export.pftrace.schema.Pftrace.TrackEvent;
import io.rocprofiler.trace.AllocationRecord;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.GraphRecord;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.ScratchRecord;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.kind.Domain;
import java.io.OutputStream;

/// Writes one process. Memory grows with its threads, names, queues, and pieces of work in progress, not with
/// its records.
final class ProcessSlices {

    private static final int SLICE = TrackEvent.Type.TYPE_SLICE_BEGIN_VALUE;
    private static final int INSTANT = TrackEvent.Type.TYPE_INSTANT_VALUE;

    private final Export export;
    private final ProcessTrace process;
    private final Packets packets;
    private final Threads threads;
    private final Agents agents;
    private final EventNames names;
    private final EventBody body;
    private final Arguments arguments;
    private final GpuAnnotations gpu;
    private final MemoryCounters memory;
    private final long flows;

    ProcessSlices(Export export, ProcessTrace process, OutputStream out, int sequence) {
        this.export = export;
        this.process = process;
        packets = new Packets(out, sequence);
        ProcessTracks tracks = new ProcessTracks(packets, process);
        tracks.begin();
        InternedWords annotations = new InternedWords(packets, InternedWords.Kind.ANNOTATION_NAME);
        defineAnnotations(annotations);
        names = new EventNames(packets, export.display());
        body = new EventBody(new InternedWords(packets, InternedWords.Kind.STRING));
        arguments = new Arguments(annotations);
        threads = new Threads(packets, tracks, process);
        agents = new Agents(packets, tracks, threads, export, process);
        gpu = new GpuAnnotations(body, agents);
        memory = new MemoryCounters(agents);
        flows = Bits.mix(process.pid()) + process.startNanos();
    }

    private static void defineAnnotations(InternedWords annotations) {
        for (Annotation annotation : Annotation.values()) {
            if (annotations.of(annotation.word()) != annotation.number()) {
                throw new IllegalStateException("annotation=" + annotation);
            }
        }
    }

    void write() {
        export.forEachTimed(process, Domain.TOLD_ONCE, this::record);
        threads.finish();
        agents.finish();
        memory.finish();
        packets.flush();
    }

    private void record(TraceRecord record) {
        switch (record) {
            case ApiRecord call -> call(call);
            case DispatchRecord dispatch -> dispatch(dispatch);
            case CopyRecord copy -> copy(copy);
            case AllocationRecord allocation -> allocation(allocation);
            case ScratchRecord scratch -> scratch(scratch);
            case GraphRecord _ -> {}
        }
    }

    private void begin(int type, TraceRecord record) {
        int name = names.number(record);
        body.begin(type, names.category(record.kind()), name, name == 0 ? names.text(record) : "");
        body.common(record, Bits.mix(flows + record.internalId()));
    }

    private void call(ApiRecord call) {
        boolean mark = call.isMarkerRange() && call.operation() == EventNames.MARK;
        begin(mark ? INSTANT : SLICE, call);
        body.add(Annotation.ANCESTOR_ID, call.ancestorId());
        if (names.isHip(call.kind())) {
            body.add(Annotation.STREAM_ID, call.streamId());
        }
        if (call.hasArguments()) {
            arguments.write(body, call);
            body.signed(Annotation.RETVAL.number(), call.result());
        }
        CallRow row = threads.row(call.threadId());
        if (mark) {
            row.instant(call.startNanos(), body.wire());
        } else {
            row.slice(call.startNanos(), call.endNanos(), body.wire());
        }
    }

    private void dispatch(DispatchRecord dispatch) {
        begin(SLICE, dispatch);
        gpu.dispatch(dispatch);
        agents.kernels(dispatch).add(dispatch.startNanos(), dispatch.endNanos(), dispatch.queueId(), body.wire());
    }

    private void copy(CopyRecord copy) {
        begin(SLICE, copy);
        gpu.copy(copy);
        agents.copies(copy).add(copy.startNanos(), copy.endNanos(), WorkRow.NO_QUEUE, body.wire());
        memory.copy(copy);
    }

    private void allocation(AllocationRecord allocation) {
        begin(SLICE, allocation);
        gpu.allocation(allocation);
        threads.row(allocation.threadId()).slice(allocation.startNanos(), allocation.endNanos(), body.wire());
        memory.allocation(allocation);
    }

    private void scratch(ScratchRecord scratch) {
        begin(SLICE, scratch);
        gpu.scratch(scratch);
        agents.scratch(scratch).add(scratch.startNanos(), scratch.endNanos(), WorkRow.NO_QUEUE, body.wire());
        memory.scratch(scratch);
    }
}
