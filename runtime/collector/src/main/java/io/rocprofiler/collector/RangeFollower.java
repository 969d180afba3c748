package io.rocprofiler.collector;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.MarkerCoreRangeOperation;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.Context;

/// Tracks the pushed ranges of each thread, and their texts: the names of kernels with `--kernel-rename`. Without a
/// message they name nothing.
final class RangeFollower implements CallbackHandler {
    /// The index of the argument of `roctxRangePushA`.
    private static final int MESSAGE = 0;

    private static final int THREAD_RANGE = MarkerCoreRangeOperation.roctxThreadRangeA.value();

    private final GpuWork work;
    private final Context recording;
    private final Buffer buffer;

    /// @param recording of the kernels
    RangeFollower(GpuWork work, Context recording, Buffer buffer) {
        this.work = work;
        this.recording = recording;
        this.buffer = buffer;
    }

    @Override
    public void onCallback(CallbackRecord record) {
        if (record instanceof ApiCall call && call.operationValue() == THREAD_RANGE) range(call, work.ofThread());
    }

    private void range(ApiCall range, ThreadWork own) {
        if (range.phase() == CallbackPhase.ENTER) {
            own.begin(name(range, own) ? range.correlationId() : own.externalId());
        } else if (range.phase() == CallbackPhase.EXIT) {
            own.end();
        } else {
            return;
        }
        recording.kernelCorrelationId(own.externalId());
    }

    /// Writes the message, if there is one, where the names of kernels are looked for.
    private boolean name(ApiCall range, ThreadWork own) {
        ApiValue message = range.argument(MESSAGE);
        if (message.asAddress() == 0) return false;
        buffer.append(own.scratch.rename(range, message.stringLengthBytes()), message);
        return true;
    }
}
