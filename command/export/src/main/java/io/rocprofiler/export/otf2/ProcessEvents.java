package io.rocprofiler.export.otf2;

import io.rocprofiler.trace.AllocationRecord;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.GraphRecord;
import io.rocprofiler.trace.ScratchRecord;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.kind.Domain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.function.Consumer;

/// Converts the records of one process to events, in the order of their start.
final class ProcessEvents implements Consumer<TraceRecord> {

    // Operations of MARKER_CORE_RANGE_API (`marker/api_id.h` of rocprofiler-sdk 1.0.0)
    private static final int MARK = 0;
    private static final int PROCESS_RANGE = 2;

    private final Archive archive;
    private final Regions regions;
    private final Places places;
    private final Tracks tracks;
    private final TimeSpan span;

    ProcessEvents(Archive archive, Regions regions, Places places, TimeSpan span) {
        this.archive = archive;
        this.regions = regions;
        this.places = places;
        this.span = span;
        this.tracks = new Tracks(
                (activity, thread, agent, queue) -> new Track(archive, places.of(activity, thread, agent, queue)));
    }

    @Override
    public void accept(TraceRecord record) {
        Domain domain = Objects.requireNonNull(Domain.ofKind(record.kind()));
        span.add(record.startNanos(), record.endNanos());
        try {
            switch (record) {
                case ApiRecord call -> call(call, domain);
                case DispatchRecord dispatch -> dispatch(dispatch, domain);
                case CopyRecord copy -> copy(copy, domain);
                case AllocationRecord allocation -> allocation(allocation, domain);
                case ScratchRecord scratch -> scratch(scratch, domain);
                case GraphRecord _ -> {}
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void call(ApiRecord call, Domain domain) throws IOException {
        boolean marker = call.isMarkerRange();
        Activity activity = marker && call.operation() == PROCESS_RANGE ? Activity.RANGES : Activity.CALLS;
        Track track = tracks.of(activity, call.threadId(), 0, 0);
        AttributeList list = begin(track, call, domain).addUnlessZero(Attribute.ANCESTOR_ID, call.ancestorId());
        if (domain == Domain.HIP_API) {
            list.addUnlessZero(Attribute.STREAM_ID, call.streamId());
        }
        if (marker && call.operation() == MARK) {
            track.mark(regions.mark(call));
        } else {
            region(track, call, domain);
        }
    }

    private void dispatch(DispatchRecord dispatch, Domain domain) throws IOException {
        Track track = tracks.of(Activity.KERNELS, dispatch.threadId(), dispatch.agentId(), dispatch.queueId());
        begin(track, dispatch, domain)
                .addUnlessZero(Attribute.STREAM_ID, dispatch.streamId())
                .add(Attribute.DISPATCH_ID, dispatch.dispatchId())
                .add(Attribute.KERNEL_ID, dispatch.kernelId())
                .add(Attribute.WORKGROUP_SIZE, dispatch.workgroup(0) * dispatch.workgroup(1) * dispatch.workgroup(2))
                .add(Attribute.GRID_SIZE, dispatch.grid(0) * dispatch.grid(1) * dispatch.grid(2));
        region(track, dispatch, domain);
    }

    private void copy(CopyRecord copy, Domain domain) throws IOException {
        Track track = tracks.of(Activity.COPIES, copy.threadId(), copy.destinationAgentId(), 0);
        begin(track, copy, domain)
                .addUnlessZero(Attribute.STREAM_ID, copy.streamId())
                .add(Attribute.BYTES, copy.sizeBytes())
                .add(Attribute.SOURCE, places.agentString(copy.sourceAgentId()));
        region(track, copy, domain);
    }

    private void allocation(AllocationRecord allocation, Domain domain) throws IOException {
        Track track = tracks.of(Activity.ALLOCATIONS, allocation.threadId(), allocation.agentId(), 0);
        begin(track, allocation, domain)
                .addUnlessZero(Attribute.ANCESTOR_ID, allocation.ancestorId())
                .add(Attribute.BYTES, allocation.sizeBytes())
                .add(Attribute.ADDRESS, allocation.address());
        region(track, allocation, domain);
    }

    private void scratch(ScratchRecord scratch, Domain domain) throws IOException {
        Track track = tracks.of(Activity.SCRATCH, scratch.threadId(), scratch.agentId(), scratch.queueId());
        begin(track, scratch, domain).add(Attribute.BYTES, scratch.sizeBytes()).add(Attribute.FLAGS, scratch.flags());
        region(track, scratch, domain);
    }

    private AttributeList begin(Track track, TraceRecord record, Domain domain) throws IOException {
        AttributeList list = track.begin(record.startNanos());
        return archive.category(list, domain).add(Attribute.CORRELATION_ID, record.internalId());
    }

    private void region(Track track, TraceRecord record, Domain domain) throws IOException {
        track.region(record.endNanos(), regions.of(record, domain), archive.categoryOnly(domain));
    }

    void close() throws IOException {
        tracks.close();
    }
}
