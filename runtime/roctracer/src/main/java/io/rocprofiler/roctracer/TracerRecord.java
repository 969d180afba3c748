package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.abi.ActivityRecord;
import io.rocprofiler.abi.HipOpId;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// A record in a pool (`activity_record_t`): a moving view, or a copy. Fields that do not apply to its domain
/// return the bytes found there.
public final class TracerRecord {
    private MemorySegment bytes = MemorySegment.NULL;
    private @Nullable String copiedKernelName;

    TracerRecord() {}

    void move(long address) {
        bytes = Memory.segment(address, ActivityRecord.SIZEOF);
    }

    /// {@return a copy of the record that stays valid}
    public TracerRecord copy() {
        TracerRecord copy = new TracerRecord();
        copy.bytes = MemorySegment.ofArray(bytes.toArray(ValueLayout.JAVA_LONG)).asReadOnly();
        copy.copiedKernelName = kernelName();
        return copy;
    }

    /// {@return the runtime, or the type of work}
    public ActivityDomain domain() {
        ActivityDomain domain = ActivityDomain.of(intAt(ActivityRecord.DOMAIN));
        return domain != null ? domain : ActivityDomain.EXT_API;
    }

    /// {@return the operation's number in its domain}
    public int number() {
        return intAt(ActivityRecord.OP);
    }

    /// {@return the operation}
    public Op op() {
        return new Op(domain(), number());
    }

    /// {@return the command of HIP work ([io.rocprofiler.abi.HipCommandKind]); 0 for others}
    public int kind() {
        return intAt(ActivityRecord.KIND);
    }

    /// {@return the name of the function or command}
    public @Nullable String name() {
        return Names.of(domain(), number(), kind());
    }

    /// {@return the correlation id of a call; for GPU work that of the call that submitted it, 0 if there was none}
    public long correlationId() {
        return longAt(ActivityRecord.CORRELATION_ID);
    }

    /// {@return the begin time, in nanoseconds on the clock of all records}
    public long beginNanos() {
        return longAt(ActivityRecord.BEGIN_NS);
    }

    /// {@return the end time, in nanoseconds on the clock of all records}
    public long endNanos() {
        return longAt(ActivityRecord.END_NS);
    }

    /// {@return the process id of a call}
    public int processId() {
        return intAt(ActivityRecord.PROCESS_ID);
    }

    /// {@return the Linux thread id of a call}
    public int threadId() {
        return intAt(ActivityRecord.THREAD_ID);
    }

    /// {@return the kernel driver's node number of the device, for GPU work}
    public int deviceId() {
        return intAt(ActivityRecord.DEVICE_ID);
    }

    /// {@return the queue of GPU work}
    public long queueId() {
        return longAt(ActivityRecord.QUEUE_ID);
    }

    /// {@return the size of a copy in bytes}
    public long sizeBytes() {
        return longAt(ActivityRecord.BYTES);
    }

    /// {@return in a record of [ActivityDomain#EXT_API]: the number that the program assigned to the call in the
    /// next record}
    public long externalId() {
        return longAt(ActivityRecord.EXTERNAL_ID);
    }

    /// {@return the mangled name of a HIP kernel; null for others and if HIP does not report it}
    public @Nullable String kernelName() {
        if (!bytes.isNative()) return copiedKernelName;
        boolean isKernel = domain() == ActivityDomain.HIP_OPS && number() == HipOpId.DISPATCH.value();
        return isKernel ? Memory.string(longAt(ActivityRecord.KERNEL_NAME)) : null;
    }

    @Override
    public String toString() {
        return switch (domain()) {
            case EXT_API -> "external id " + externalId() + " of call " + correlationId();
            case HIP_API, HSA_API -> name() + " call " + correlationId() + " thread " + threadId();
            default -> name() + " of call " + correlationId() + " device " + deviceId() + " queue " + queueId();
        };
    }

    private int intAt(int offset) {
        return bytes.get(ValueLayout.JAVA_INT, offset);
    }

    private long longAt(int offset) {
        return bytes.get(ValueLayout.JAVA_LONG, offset);
    }
}
