package io.rocprofiler.collector;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.MarkerCoreRangeOperation;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackRecord;

/// Keeps which pushed range a thread is in, and its text: what kernels are named by with `--kernel-rename`. A mark
/// names nothing: AMD's, which never ends, is a bug there.
final class RangeFollower implements CallbackHandler {
    /// The argument of `roctxRangePushA`.
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
