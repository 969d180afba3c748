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
    private static final MemorySegment NOTHING =
            MemorySegment.ofArray(new long[ActivityRecord.SIZEOF / Long.BYTES]).asReadOnly();

    private MemorySegment bytes = NOTHING;
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

    /// {@return the runtime, or the type of work; null for a domain newer than this library}
    public @Nullable ActivityDomain domain() {
        return ActivityDomain.of(domainValue());
    }

    /// {@return the domain's number}
    public int domainValue() {
        return intAt(ActivityRecord.DOMAIN);
    }

    /// {@return the operation's number in its domain}
    public int operationValue() {
        return intAt(ActivityRecord.OP);
    }

    /// {@return the operation; null if its domain is newer than this library}
    public @Nullable Op operation() {
        ActivityDomain domain = domain();
        return domain == null ? null : new Op(domain, operationValue());
    }

    /// {@return the command of HIP work ([io.rocprofiler.abi.HipCommandKind]); 0 for others}
    public int kind() {
        return intAt(ActivityRecord.KIND);
    }

    /// {@return the name of the function or command}
    public @Nullable String operationName() {
        return Names.of(domainValue(), operationValue(), kind());
    }

    /// {@return the correlation id of a call; for GPU work that of the call that submitted it, 0 if there was none}
    public long correlationId() {
        return longAt(ActivityRecord.CORRELATION_ID);
    }

    /// {@return the start, in nanoseconds on the clock of all records}
    public long startNanos() {
        return longAt(ActivityRecord.BEGIN_NS);
    }

    /// {@return the end, in nanoseconds on the clock of all records}
    public long endNanos() {
        return longAt(ActivityRecord.END_NS);
    }

    /// {@return the process id of a call}
    public int processId() {
        return intAt(ActivityRecord.PROCESS_ID);
    }

    /// {@return the Linux thread id of a call}
    public long threadId() {
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
        boolean isKernel = domain() == ActivityDomain.HIP_OPS && operationValue() == HipOpId.DISPATCH.value();
        return isKernel ? Memory.string(longAt(ActivityRecord.KERNEL_NAME)) : null;
    }

    @Override
    public String toString() {
        return switch (domain()) {
            case null -> "domain " + domainValue() + " operation " + operationValue();
            case EXT_API -> "external id " + externalId() + " of call " + correlationId();
            case HIP_API, HSA_API -> operationName() + " call " + correlationId() + " thread " + threadId();
            default ->
                operationName() + " of call " + correlationId() + " device " + deviceId() + " queue " + queueId();
        };
    }

    /// Ends the delivery: a view that a handler kept is empty from now on.
    void hide() {
        bytes = NOTHING;
    }

    private int intAt(int offset) {
        return bytes.get(ValueLayout.JAVA_INT, offset);
    }

    private long longAt(int offset) {
        return bytes.get(ValueLayout.JAVA_LONG, offset);
    }
}
