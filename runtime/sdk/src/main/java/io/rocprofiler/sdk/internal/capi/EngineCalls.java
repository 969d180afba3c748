package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.abi.Status;
import io.rocprofiler.abi.internal.NativeCalls;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.sdk.internal.buffer.ChunkBuffer;
import io.rocprofiler.sdk.internal.buffer.JavaNames;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import io.rocprofiler.sdk.internal.call.Correlation;
import io.rocprofiler.sdk.internal.call.VirtualIds;
import io.rocprofiler.sdk.internal.gpu.GpuWork;
import io.rocprofiler.sdk.internal.gpu.HipGraphs;
import io.rocprofiler.sdk.internal.ompt.Ompt;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.seam.CArguments;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import io.rocprofiler.sdk.internal.seam.Upcalls;
import io.rocprofiler.sdk.internal.stream.HipStreams;

/// The calls that the C half makes on its own behalf.
///
/// Thread rule: any thread.
public final class EngineCalls {
    /// The offset at which the C half reads the answer.
    private static final int ANSWER = NativeConstants.ANSWER_WORD * Long.BYTES;

    private final Registration registration;
    private final Ompt ompt;
    private final GpuWork gpu;
    private final HipGraphs graphs;
    private final HipStreams streams;

    public EngineCalls(Registration registration, Ompt ompt, GpuWork gpu, HipGraphs graphs, HipStreams streams) {
        this.registration = registration;
        this.ompt = ompt;
        this.gpu = gpu;
        this.graphs = graphs;
        this.streams = streams;
    }

    /// The arguments are `()` from exit handlers and constructors, `(uint32_t client_handle)` from the function
    /// that tools receive, or a struct described in `spec/native.json`.
    long call(int function, CArguments args) {
        switch (function) {
            case NativeCalls.FINALIZE -> {
                ompt.processEnds();
                registration.finalizeProcess();
            }
            case NativeCalls.INITIALIZE -> {
                return registration.begin() ? 1 : 0;
            }
            case NativeCalls.FINALIZE_CLIENT -> registration.finalizeClient(args.number(0));
            case NativeCalls.DETACH_CLIENT -> registration.detachClient(args.number(0));
            case NativeCalls.OMPT_INITIALIZE -> {
                if (registration.window().initStatus() == 1) ompt.listen();
            }
            case NativeCalls.OMPT_EVENT -> {
                return ompt.event(args.address());
            }
            case NativeCalls.QUEUE_MADE -> gpu.queueMade(args.word(0));
            case NativeCalls.QUEUE_UNSEEN -> gpu.queueUnseen();
            case NativeCalls.QUEUE_ENDS -> gpu.queueEnds(args.word(0));
            case NativeCalls.WORK_SEEN -> gpu.seen();
            case NativeCalls.RUNTIME_ENDS -> gpu.runtimeEnds();
            case NativeCalls.WORK_SENT -> {
                gpu.sent();
                return 1;
            }
            case NativeCalls.COPY_BEGINS -> {
                return gpu.copies().begin(args.address()) ? 1 : 0;
            }
            case NativeCalls.COPY_DONE -> gpu.copies().done(args.address());
            case NativeCalls.GRAPH_EVENT -> graphs.event(args.address());
            default -> {
                return duringCall(function, args);
            }
        }
        return 0;
    }

    /// Answers calls that the C half makes inside a call that it traces itself.
    private long duringCall(int function, CArguments args) {
        long answer = args.address() + ANSWER;
        switch (function) {
            case NativeCalls.KEPT_REFILL ->
                Memory.putLong(answer, ChunkBuffer.at(args.number(0)).refill() ? 1 : 0);
            case NativeCalls.KEPT_DROPPED -> ChunkBuffer.at(args.number(0)).drop();
            case NativeCalls.RECORD -> {
                RecordBuffer.at(args.number(0)).append(Native.threadBlock(), args.word(1), args.number(2));
                Memory.putLong(answer, 1);
            }
            case NativeCalls.DISPATCH_HANDLE ->
                gpu.dispatches().handle(args.number(0), args.word(1), args.word(2), Native.threadBlock());
            case NativeCalls.DISPATCH_ASK -> gpu.dispatches().ask(args.word(0), args.word(1));
            case NativeCalls.WORK_HOLDS -> Correlation.retain(Native.threadBlock(), args.word(0), args.word(1) != 0);
            case NativeCalls.WORK_RELEASES -> Correlation.release(Native.threadBlock(), args.word(0), args.word(1));
            case NativeCalls.RETIRE -> Correlation.retire(Native.threadBlock(), args.word(0), args.word(1));
            case NativeCalls.DISPATCH_LOST -> gpu.lost(args.number(0), args.word(1));
            case NativeCalls.MANY -> Upcalls.linkInBackground();
            case NativeCalls.VIRTUAL_ID -> VirtualIds.answer(args.number(0), args.word(1));
            case NativeCalls.THREAD_NAME -> JavaNames.note(ChunkBuffer.at(args.number(0)), Native.threadBlock());
            case NativeCalls.STREAM_NUMBER -> Memory.putLong(answer, streams.number(args.word(0)));
            default -> {
                return Status.ERROR_NOT_IMPLEMENTED.value();
            }
        }
        return 0;
    }
}
