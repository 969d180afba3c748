package io.rocprofiler.collector;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.MarkerCoreRangeOperation;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackRecord;

/// Tracks the innermost pushed range of each thread, and its text: the names of kernels with `--kernel-rename`.
/// Marks rename no kernels: in AMD's tool a mark does, and never ends, which is a bug there.
final class RangeFollower implements CallbackHandler {
    /// The index of the argument of `roctxRangePushA`.
    private static final int MESSAGE = 0;

    private static final int THREAD_RANGE = MarkerCoreRangeOperation.roctxThreadRangeA.value();

    private final GpuWork work;
    private final Buffer buffer;

    RangeFollower(GpuWork work, Buffer buffer) {
        this.work = work;
        this.buffer = buffer;
    }

    @Override
    public void onCallback(CallbackRecord record) {
        if (record.operationValue() != THREAD_RANGE || !(record instanceof ApiCall range)) return;
        ThreadWork own = work.ofThread();
        if (range.phase() == CallbackPhase.ENTER) {
            ApiValue message = range.argument(MESSAGE);
            buffer.append(own.scratch.rename(range, message.stringLengthBytes()), message);
            own.begin(range.internalCorrelationId());
        } else if (range.phase() == CallbackPhase.EXIT) {
            own.end(range.internalCorrelationId());
        }
    }
}
