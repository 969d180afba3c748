package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.internal.buffer.ChunkBuffer;
import io.rocprofiler.sdk.internal.call.VirtualIds;
import io.rocprofiler.sdk.internal.gpu.GpuWork;
import io.rocprofiler.sdk.internal.ompt.Ompt;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.seam.CArguments;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Upcalls;
import io.rocprofiler.sdk.internal.stream.HipStreams;

/// What the C half calls for itself.
///
/// Thread rule: any thread.
public final class EngineCalls {
    /// What the C half calls for itself, above the numbers of exported functions (`rpj.h`).
    private static final int FINALIZE = 1000;

    private static final int FINALIZE_CLIENT = 1001;
    private static final int INITIALIZE = 1002;
    private static final int OMPT_INITIALIZE = 1003;
    private static final int OMPT_EVENT = 1004;
    private static final int QUEUE_MADE = 1005;
    private static final int QUEUE_ENDS = 1006;
    private static final int QUEUE_WRITE = 1007;
    private static final int WORK_DONE = 1008;
    private static final int COPY_BEGINS = 1009;
    private static final int COPY_DONE = 1010;
    private static final int KEPT_REFILL = 1011;
    private static final int KEPT_DROPPED = 1012;
    private static final int STREAM_NUMBER = 1013;
    private static final int MANY = 1014;

    private static final int VIRTUAL_ID = 1020;

    /// Where the last three leave their answer.
    private static final int ANSWER = 3 * Long.BYTES;

    private final Registration registration;
    private final Ompt ompt;
    private final GpuWork gpu;
    private final HipStreams streams;

    public EngineCalls(Registration registration, Ompt ompt, GpuWork gpu, HipStreams streams) {
        this.registration = registration;
        this.ompt = ompt;
        this.gpu = gpu;
        this.streams = streams;
    }

    /// `()` from exit handlers and constructors, `(uint32_t client_handle)` from the function that tools get, or a
    /// struct that `facts/native.json` describes.
    long call(int function, CArguments args) {
        switch (function) {
            case FINALIZE -> {
                ompt.processEnds();
                registration.finalizeProcess();
            }
            case INITIALIZE -> {
                return registration.begin() ? 1 : 0;
            }
            case FINALIZE_CLIENT -> registration.finalizeClient(args.number(0));
            case OMPT_INITIALIZE -> {
                if (registration.window().initStatus() == 1) ompt.listen();
            }
            case OMPT_EVENT -> {
                return ompt.event(args.address());
            }
            case QUEUE_MADE -> gpu.queueMade(args.word(0));
            case QUEUE_ENDS -> gpu.queueEnds(args.word(0));
            case QUEUE_WRITE -> {
                return gpu.write(args.address()) ? 1 : 0;
            }
            case WORK_DONE -> gpu.done(args.address());
            case COPY_BEGINS -> {
                return gpu.copies().begin(args.address()) ? 1 : 0;
            }
            case COPY_DONE -> gpu.copies().done(args.address());
            default -> {
                return duringCall(function, args);
            }
        }
        return 0;
    }

    /// What the C half asks for in the middle of a call that it traces by itself.
    private long duringCall(int function, CArguments args) {
        long answer = args.address() + ANSWER;
        switch (function) {
            case KEPT_REFILL ->
                Memory.putLong(answer, ChunkBuffer.at(args.number(0)).refill() ? 1 : 0);
            case KEPT_DROPPED -> ChunkBuffer.at(args.number(0)).drop();
            case MANY -> Upcalls.linkInBackground();
            case VIRTUAL_ID -> VirtualIds.answer(args.number(0), args.word(1));
            case STREAM_NUMBER -> Memory.putLong(answer, streams.number(args.word(0)));
            default -> {
                return Status.ERROR_NOT_IMPLEMENTED.value();
            }
        }
        return 0;
    }
}
