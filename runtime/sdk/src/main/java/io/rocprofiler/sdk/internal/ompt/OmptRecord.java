package io.rocprofiler.sdk.internal.ompt;

import io.rocprofiler.abi.BufferTracingOmptRecord;
import io.rocprofiler.abi.BufferTracingOmptTarget;
import io.rocprofiler.abi.BufferTracingOmptTargetDataOp;
import io.rocprofiler.abi.BufferTracingOmptTargetKernel;
import io.rocprofiler.abi.OmptArgs;
import io.rocprofiler.abi.OmptOperation;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.call.RecordIds;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.seam.Memory;

/// Writes the record of an OMPT event. The fields after the common ones depend on the operation: they describe a
/// target operation, and are zero for all others.
final class OmptRecord implements Event.Writer {
    static final OmptRecord WRITER = new OmptRecord();

    private static final int TARGET = OmptOperation.TARGET_EMI.value();
    private static final int DATA_OP = OmptOperation.TARGET_DATA_OP_EMI.value();
    private static final int SUBMIT = OmptOperation.TARGET_SUBMIT_EMI.value();

    private OmptRecord() {}

    @Override
    public void write(Event event, SlotEntry entry, int index, long record) {
        RecordIds.correlation(record + BufferTracingOmptRecord.CORRELATION_ID, event, index);
        Memory.putLong(record + BufferTracingOmptRecord.START_TIMESTAMP, event.startNanos);
        Memory.putLong(record + BufferTracingOmptRecord.END_TIMESTAMP, event.endNanos);
        Memory.putLong(record + BufferTracingOmptRecord.THREAD_ID, event.threadId());
        for (int at = BufferTracingOmptRecord.RESERVED; at < BufferTracingOmptRecord.SIZEOF; at += Long.BYTES)
            Memory.putLong(record + at, 0);
        int operation = Memory.getInt(record + BufferTracingOmptRecord.OPERATION);
        if (operation == TARGET) target(event, entry, record + BufferTracingOmptRecord.TARGET);
        else if (operation == DATA_OP) dataOperation(event, entry, record + BufferTracingOmptRecord.TARGET_DATA_OP);
        else if (operation == SUBMIT) kernel(event, entry, record + BufferTracingOmptRecord.TARGET_KERNEL);
    }

    private static void target(Event event, SlotEntry entry, long to) {
        Memory.putInt(to + BufferTracingOmptTarget.KIND, OmptPayload.intArgument(event, OmptArgs.TARGET_EMI_KIND));
        Memory.putInt(
                to + BufferTracingOmptTarget.DEVICE_NUM,
                OmptPayload.intArgument(event, OmptArgs.TARGET_EMI_DEVICE_NUM));
        Memory.putLong(
                to + BufferTracingOmptTarget.TASK_ID, OmptPayload.word(event, entry, OmptArgs.TARGET_EMI_TASK_DATA));
        Memory.putLong(
                to + BufferTracingOmptTarget.TARGET_ID,
                OmptPayload.word(event, entry, OmptArgs.TARGET_EMI_TARGET_DATA));
        Memory.putLong(
                to + BufferTracingOmptTarget.CODEPTR_RA,
                OmptPayload.longArgument(event, OmptArgs.TARGET_EMI_CODEPTR_RA));
    }

    private static void dataOperation(Event event, SlotEntry entry, long to) {
        Memory.putLong(
                to + BufferTracingOmptTargetDataOp.HOST_OP_ID,
                OmptPayload.word(event, entry, OmptArgs.TARGET_DATA_OP_EMI_HOST_OP_ID));
        Memory.putInt(
                to + BufferTracingOmptTargetDataOp.OPTYPE,
                OmptPayload.intArgument(event, OmptArgs.TARGET_DATA_OP_EMI_OPTYPE));
        Memory.putInt(
                to + BufferTracingOmptTargetDataOp.SRC_DEVICE_NUM,
                OmptPayload.intArgument(event, OmptArgs.TARGET_DATA_OP_EMI_SRC_DEVICE_NUM));
        Memory.putInt(
                to + BufferTracingOmptTargetDataOp.DST_DEVICE_NUM,
                OmptPayload.intArgument(event, OmptArgs.TARGET_DATA_OP_EMI_DST_DEVICE_NUM));
        Memory.putLong(
                to + BufferTracingOmptTargetDataOp.BYTES,
                OmptPayload.longArgument(event, OmptArgs.TARGET_DATA_OP_EMI_BYTES));
        Memory.putLong(
                to + BufferTracingOmptTargetDataOp.CODEPTR_RA,
                OmptPayload.longArgument(event, OmptArgs.TARGET_DATA_OP_EMI_CODEPTR_RA));
    }

    /// Fills in a kernel submission. The device number stays 0, as in AMD's library: the callback lacks it, only
    /// the enclosing target region has it.
    private static void kernel(Event event, SlotEntry entry, long to) {
        Memory.putLong(
                to + BufferTracingOmptTargetKernel.HOST_OP_ID,
                OmptPayload.word(event, entry, OmptArgs.TARGET_SUBMIT_EMI_HOST_OP_ID));
        Memory.putInt(
                to + BufferTracingOmptTargetKernel.REQUESTED_NUM_TEAMS,
                OmptPayload.intArgument(event, OmptArgs.TARGET_SUBMIT_EMI_REQUESTED_NUM_TEAMS));
    }
}
