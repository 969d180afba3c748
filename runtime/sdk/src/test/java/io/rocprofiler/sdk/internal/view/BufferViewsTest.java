package io.rocprofiler.sdk.internal.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.abi.BufferCategory;
import io.rocprofiler.abi.BufferTracingCorrelationIdRetirementRecord;
import io.rocprofiler.abi.BufferTracingHipApiExtRecord;
import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.BufferTracingKernelDispatchRecord;
import io.rocprofiler.abi.BufferTracingKfdEventDroppedEventsRecord;
import io.rocprofiler.abi.BufferTracingKfdEventPageFaultRecord;
import io.rocprofiler.abi.BufferTracingKfdEventPageMigrateRecord;
import io.rocprofiler.abi.BufferTracingKfdEventQueueRecord;
import io.rocprofiler.abi.BufferTracingKfdEventUnmapFromGpuRecord;
import io.rocprofiler.abi.BufferTracingKfdPageFaultRecord;
import io.rocprofiler.abi.BufferTracingKfdPageMigrateRecord;
import io.rocprofiler.abi.BufferTracingKfdQueueRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.BufferTracingMemoryAllocationRecord;
import io.rocprofiler.abi.BufferTracingMemoryCopyRecord;
import io.rocprofiler.abi.BufferTracingOmptRecord;
import io.rocprofiler.abi.BufferTracingOmptTarget;
import io.rocprofiler.abi.BufferTracingOmptTargetDataOp;
import io.rocprofiler.abi.BufferTracingOmptTargetKernel;
import io.rocprofiler.abi.BufferTracingRuntimeInitializationRecord;
import io.rocprofiler.abi.BufferTracingScratchMemoryRecord;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.abi.KernelDispatchOperation;
import io.rocprofiler.abi.KfdEventDroppedEventsOperation;
import io.rocprofiler.abi.KfdEventPageFaultOperation;
import io.rocprofiler.abi.KfdEventPageMigrateOperation;
import io.rocprofiler.abi.KfdEventQueueOperation;
import io.rocprofiler.abi.KfdEventUnmapFromGpuOperation;
import io.rocprofiler.abi.KfdPageFaultOperation;
import io.rocprofiler.abi.KfdPageMigrateOperation;
import io.rocprofiler.abi.KfdQueueOperation;
import io.rocprofiler.abi.MemoryAllocationOperation;
import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.abi.OmptOperation;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.abi.RuntimeInitializationOperation;
import io.rocprofiler.abi.ScratchAllocFlag;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.sdk.ApiRecord;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.KernelDispatchRecord;
import io.rocprofiler.sdk.KfdDroppedEventsRecord;
import io.rocprofiler.sdk.KfdPageFaultRecord;
import io.rocprofiler.sdk.KfdPageMigrateRecord;
import io.rocprofiler.sdk.KfdQueueRecord;
import io.rocprofiler.sdk.KfdUnmapFromGpuRecord;
import io.rocprofiler.sdk.MemoryAllocationRecord;
import io.rocprofiler.sdk.MemoryCopyRecord;
import io.rocprofiler.sdk.OmptRecord;
import io.rocprofiler.sdk.OtherRecord;
import io.rocprofiler.sdk.RetirementRecord;
import io.rocprofiler.sdk.RuntimeInitializationRecord;
import io.rocprofiler.sdk.ScratchMemoryRecord;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.ProcessMemory;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The values of records that a handler reads: from the view, and from its copy after the delivery.
class BufferViewsTest {
    private static final int TRACING = BufferCategory.TRACING.value();
    private static final int KIND = BufferTracingHipApiRecord.KIND;
    private static final int OPERATION = BufferTracingHipApiRecord.OPERATION;

    private final BufferViews views = new BufferViews(ProcessMemory.SELF);

    /// The expected values of the methods common to all records.
    private record Common(long startNanos, long endNanos, long threadId, long internal, long ancestor, long external) {
        static final Common FULL = new Common(100, 150, 44, 7, 6, 8);
        static final Common ASYNC = new Common(100, 150, 44, 7, 0, 8);
        static final Common POINT = new Common(100, 100, 44, 7, 6, 8);

        static Common driver(long startNanos, long endNanos) {
            return new Common(startNanos, endNanos, 0, 0, 0, 0);
        }
    }

    private static Struct record(int sizeBytes, BufferTracingKind kind, Operation operation) {
        return Struct.sized(sizeBytes).half(KIND, kind.value()).half(OPERATION, operation.value());
    }

    /// Shows a record and checks the common values.
    private BufferRecord show(Struct record, BufferTracingKind kind, @Nullable Operation operation, Common wanted) {
        BufferRecord shown = views.show(TRACING, record.address);
        common(shown, kind, operation, wanted);
        assertThat(shown.segment().byteSize()).isEqualTo(Memory.getLong(record.address));
        assertThat(shown.segment().isReadOnly()).isTrue();
        BufferRecord copy = shown.copy();
        assertThat(copy).isNotSameAs(shown).isEqualTo(shown.copy()).hasSameHashCodeAs(shown.copy());
        assertThat(copy.copy()).isSameAs(copy);
        assertThat(shown.toString()).isEqualTo(copy.toString());
        common(copy, kind, operation, wanted);
        assertThatThrownBy(copy::segment).isInstanceOf(IllegalStateException.class);
        return shown;
    }

    private static void common(
            BufferRecord record, BufferTracingKind kind, @Nullable Operation operation, Common wanted) {
        assertThat(record.kind()).isEqualTo(kind);
        assertThat(record.kindValue()).isEqualTo(kind.value());
        assertThat(record.operation()).isSameAs(operation);
        assertThat(record.operationValue()).isEqualTo(operation == null ? 0 : operation.value());
        assertThat(record.operationName()).isEqualTo(operation == null ? "" : operation.operationName());
        assertThat(record.startNanos()).isEqualTo(wanted.startNanos);
        assertThat(record.endNanos()).isEqualTo(wanted.endNanos);
        assertThat(record.durationNanos()).isEqualTo(wanted.endNanos - wanted.startNanos);
        assertThat(record.threadId()).isEqualTo(wanted.threadId);
        assertThat(record.correlationId()).isEqualTo(wanted.internal);
        assertThat(record.ancestorCorrelationId()).isEqualTo(wanted.ancestor);
        assertThat(record.externalCorrelationId()).isEqualTo(wanted.external);
    }

    private static Struct call(int sizeBytes, BufferTracingKind kind, Operation operation) {
        return record(sizeBytes, kind, operation)
                .correlation(BufferTracingHipApiRecord.CORRELATION_ID)
                .word(BufferTracingHipApiRecord.START_TIMESTAMP, 100)
                .word(BufferTracingHipApiRecord.END_TIMESTAMP, 150)
                .word(BufferTracingHipApiRecord.THREAD_ID, 44);
    }

    @Test
    void aCall() {
        BufferTracingKind kind = BufferTracingKind.HIP_RUNTIME_API;
        Struct record = call(BufferTracingHipApiRecord.SIZEOF, kind, HipRuntimeOperation.hipMalloc);
        ApiRecord seen = (ApiRecord) show(record, kind, HipRuntimeOperation.hipMalloc, Common.FULL);
        assertThat(seen.argumentCount()).isZero();
        assertThat(seen.hasResult()).isFalse();
        assertThatThrownBy(() -> seen.argument(0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> seen.argument("ptr")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(seen::result).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aCallWithArguments() {
        BufferTracingKind kind = BufferTracingKind.HIP_RUNTIME_API_EXT;
        Struct record = call(BufferTracingHipApiExtRecord.SIZEOF, kind, HipRuntimeOperation.hipMalloc)
                .word(BufferTracingHipApiExtRecord.ARGS, 0x1000)
                .word(BufferTracingHipApiExtRecord.ARGS + 8, 4096)
                .half(BufferTracingHipApiExtRecord.RETVAL, 2);
        ApiRecord view = (ApiRecord) show(record, kind, HipRuntimeOperation.hipMalloc, Common.FULL);
        for (ApiRecord seen : new ApiRecord[] {view, view.copy()}) {
            assertThat(seen.argumentCount()).isEqualTo(2);
            assertThat(seen.argument("ptr").asAddress()).isEqualTo(0x1000);
            assertThat(seen.argument(1).asLong()).isEqualTo(4096);
            assertThat(seen.hasResult()).isTrue();
            assertThat(seen.result().asInt()).isEqualTo(2);
        }
    }

    @Test
    void textIsNotFollowedOnceTheCallIsOver() {
        BufferTracingKind kind = BufferTracingKind.HIP_RUNTIME_API_EXT;
        Struct record = call(BufferTracingHipApiExtRecord.SIZEOF, kind, HipRuntimeOperation.hipModuleLoad)
                .word(BufferTracingHipApiExtRecord.ARGS + 8, 0xDEAD);
        ApiRecord copy = ((ApiRecord) views.show(TRACING, record.address)).copy();
        assertThat(copy.argument("fname").asAddress()).isEqualTo(0xDEAD);
        assertThatThrownBy(() -> copy.argument("fname").asString())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("fname=(const char*): the string was not kept");
        assertThat(views.show(TRACING, record.address).toString()).contains("fname=0xdead");
    }

    @Test
    void aCallOfNoFunctionIsNamedAsWrong() {
        BufferTracingKind kind = BufferTracingKind.MARKER_NAME_API;
        Struct record = call(BufferTracingHipApiRecord.SIZEOF, kind, HipRuntimeOperation.hipMalloc);
        BufferRecord seen = views.show(TRACING, record.address);
        assertThat(seen.operationName()).isEmpty();
        assertThatThrownBy(seen::operation)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("operation=" + HipRuntimeOperation.hipMalloc.value()
                        + ": MARKER_NAME_API has no such operation");
    }

    @Test
    void aMemoryAllocation() {
        BufferTracingKind kind = BufferTracingKind.MEMORY_ALLOCATION;
        Struct record = record(BufferTracingMemoryAllocationRecord.SIZEOF, kind, MemoryAllocationOperation.FREE)
                .correlation(BufferTracingMemoryAllocationRecord.CORRELATION_ID)
                .word(BufferTracingMemoryAllocationRecord.THREAD_ID, 44)
                .word(BufferTracingMemoryAllocationRecord.START_TIMESTAMP, 100)
                .word(BufferTracingMemoryAllocationRecord.END_TIMESTAMP, 150)
                .word(BufferTracingMemoryAllocationRecord.AGENT_ID, 2)
                .word(BufferTracingMemoryAllocationRecord.ADDRESS, 0x3000)
                .word(BufferTracingMemoryAllocationRecord.ALLOCATION_SIZE, 4096);
        MemoryAllocationRecord view =
                (MemoryAllocationRecord) show(record, kind, MemoryAllocationOperation.FREE, Common.FULL);
        for (MemoryAllocationRecord seen : new MemoryAllocationRecord[] {view, view.copy()}) {
            assertThat(seen.agentId()).isEqualTo(2);
            assertThat(seen.address()).isEqualTo(0x3000);
            assertThat(seen.sizeBytes()).isEqualTo(4096);
        }
    }

    @Test
    void aMemoryCopy() {
        BufferTracingKind kind = BufferTracingKind.MEMORY_COPY;
        Struct record = record(BufferTracingMemoryCopyRecord.SIZEOF, kind, MemoryCopyOperation.HOST_TO_DEVICE)
                .asyncCorrelation(BufferTracingMemoryCopyRecord.CORRELATION_ID)
                .word(BufferTracingMemoryCopyRecord.THREAD_ID, 44)
                .word(BufferTracingMemoryCopyRecord.START_TIMESTAMP, 100)
                .word(BufferTracingMemoryCopyRecord.END_TIMESTAMP, 150)
                .word(BufferTracingMemoryCopyRecord.DST_AGENT_ID, 1)
                .word(BufferTracingMemoryCopyRecord.SRC_AGENT_ID, 2)
                .word(BufferTracingMemoryCopyRecord.BYTES, 4096)
                .word(BufferTracingMemoryCopyRecord.DST_ADDRESS, 0x3000)
                .word(BufferTracingMemoryCopyRecord.SRC_ADDRESS, 0x4000);
        MemoryCopyRecord view = (MemoryCopyRecord) show(record, kind, MemoryCopyOperation.HOST_TO_DEVICE, Common.ASYNC);
        for (MemoryCopyRecord seen : new MemoryCopyRecord[] {view, view.copy()}) {
            assertThat(seen.destinationAgentId()).isEqualTo(1);
            assertThat(seen.sourceAgentId()).isEqualTo(2);
            assertThat(seen.sizeBytes()).isEqualTo(4096);
            assertThat(seen.destinationAddress()).isEqualTo(0x3000);
            assertThat(seen.sourceAddress()).isEqualTo(0x4000);
        }
    }

    @Test
    void aKernelDispatch() {
        BufferTracingKind kind = BufferTracingKind.KERNEL_DISPATCH;
        Struct record = record(BufferTracingKernelDispatchRecord.SIZEOF, kind, KernelDispatchOperation.COMPLETE)
                .asyncCorrelation(BufferTracingKernelDispatchRecord.CORRELATION_ID)
                .word(BufferTracingKernelDispatchRecord.THREAD_ID, 44)
                .word(BufferTracingKernelDispatchRecord.START_TIMESTAMP, 100)
                .word(BufferTracingKernelDispatchRecord.END_TIMESTAMP, 150);
        CallbackViewsTest.dispatch(record, BufferTracingKernelDispatchRecord.DISPATCH_INFO);
        KernelDispatchRecord view =
                (KernelDispatchRecord) show(record, kind, KernelDispatchOperation.COMPLETE, Common.ASYNC);
        CallbackViewsTest.dispatch(view);
        CallbackViewsTest.dispatch(view.copy());
    }

    @Test
    void scratchMemory() {
        BufferTracingKind kind = BufferTracingKind.SCRATCH_MEMORY;
        Struct record = record(BufferTracingScratchMemoryRecord.SIZEOF, kind, ScratchMemoryOperation.ALLOC)
                .correlation(BufferTracingScratchMemoryRecord.CORRELATION_ID)
                .word(BufferTracingScratchMemoryRecord.AGENT_ID, 1)
                .word(BufferTracingScratchMemoryRecord.QUEUE_ID, 2)
                .word(BufferTracingScratchMemoryRecord.THREAD_ID, 44)
                .word(BufferTracingScratchMemoryRecord.START_TIMESTAMP, 100)
                .word(BufferTracingScratchMemoryRecord.END_TIMESTAMP, 150)
                .half(BufferTracingScratchMemoryRecord.FLAGS, ScratchAllocFlag.USE_ONCE.value())
                .word(BufferTracingScratchMemoryRecord.ALLOCATION_SIZE, 4096);
        ScratchMemoryRecord view = (ScratchMemoryRecord) show(record, kind, ScratchMemoryOperation.ALLOC, Common.FULL);
        for (ScratchMemoryRecord seen : new ScratchMemoryRecord[] {view, view.copy()}) {
            assertThat(seen.agentId()).isEqualTo(1);
            assertThat(seen.queueId()).isEqualTo(2);
            assertThat(seen.flag()).isEqualTo(ScratchAllocFlag.USE_ONCE);
            assertThat(seen.flagBits()).isEqualTo(1);
            assertThat(seen.sizeBytes()).isEqualTo(4096);
        }
        record.half(BufferTracingScratchMemoryRecord.FLAGS, 3); // more than one flag has no name
        assertThat(view.flag()).isEqualTo(ScratchAllocFlag.NONE);
        assertThat(view.copy().flagBits()).isEqualTo(3);
    }

    @Test
    void aRetirement() {
        BufferTracingKind kind = BufferTracingKind.CORRELATION_ID_RETIREMENT;
        Struct record = Struct.sized(BufferTracingCorrelationIdRetirementRecord.SIZEOF)
                .half(KIND, kind.value())
                .half(OPERATION, -1) // padding: not necessarily zero
                .word(BufferTracingCorrelationIdRetirementRecord.TIMESTAMP, 100)
                .word(BufferTracingCorrelationIdRetirementRecord.INTERNAL_CORRELATION_ID, 7);
        Common wanted = new Common(100, 100, 0, 7, 0, 0);
        RetirementRecord view = (RetirementRecord) show(record, kind, null, wanted);
        assertThat(view.timestampNanos()).isEqualTo(100);
        assertThat(view.copy().timestampNanos()).isEqualTo(100);
    }

    @Test
    void aRuntimeInitialization() {
        BufferTracingKind kind = BufferTracingKind.RUNTIME_INITIALIZATION;
        Struct record = record(
                        BufferTracingRuntimeInitializationRecord.SIZEOF, kind, RuntimeInitializationOperation.HSA)
                .correlation(BufferTracingRuntimeInitializationRecord.CORRELATION_ID)
                .word(BufferTracingRuntimeInitializationRecord.THREAD_ID, 44)
                .word(BufferTracingRuntimeInitializationRecord.TIMESTAMP, 100)
                .word(BufferTracingRuntimeInitializationRecord.VERSION, 11_500)
                .word(BufferTracingRuntimeInitializationRecord.INSTANCE, 1);
        RuntimeInitializationRecord view =
                (RuntimeInitializationRecord) show(record, kind, RuntimeInitializationOperation.HSA, Common.POINT);
        for (RuntimeInitializationRecord seen : new RuntimeInitializationRecord[] {view, view.copy()}) {
            assertThat(seen.timestampNanos()).isEqualTo(100);
            assertThat(seen.version()).isEqualTo(11_500);
            assertThat(seen.instance()).isEqualTo(1);
        }
    }

    private OmptRecord ompt(Struct record, OmptOperation operation) {
        record.correlation(BufferTracingOmptRecord.CORRELATION_ID)
                .word(BufferTracingOmptRecord.START_TIMESTAMP, 100)
                .word(BufferTracingOmptRecord.END_TIMESTAMP, 150)
                .word(BufferTracingOmptRecord.THREAD_ID, 44);
        OmptRecord view = (OmptRecord) show(record, BufferTracingKind.OMPT, operation, Common.FULL);
        assertThat(view.copy().toString()).contains("codeAddress=" + view.codeAddress());
        return view;
    }

    private static Struct ompt(OmptOperation operation) {
        return record(BufferTracingOmptRecord.SIZEOF, BufferTracingKind.OMPT, operation);
    }

    @Test
    void anOpenMpTarget() {
        int at = BufferTracingOmptRecord.TARGET;
        OmptRecord view = ompt(
                ompt(OmptOperation.TARGET_EMI)
                        .half(at + BufferTracingOmptTarget.KIND, 1)
                        .half(at + BufferTracingOmptTarget.DEVICE_NUM, -2)
                        .word(at + BufferTracingOmptTarget.TASK_ID, 3)
                        .word(at + BufferTracingOmptTarget.TARGET_ID, 4)
                        .word(at + BufferTracingOmptTarget.CODEPTR_RA, 0x5000),
                OmptOperation.TARGET_EMI);
        for (OmptRecord seen : new OmptRecord[] {view, view.copy()}) {
            assertThat(seen.targetKind()).isEqualTo(1);
            assertThat(seen.deviceNumber()).isEqualTo(-2);
            assertThat(seen.taskId()).isEqualTo(3);
            assertThat(seen.targetId()).isEqualTo(4);
            assertThat(seen.codeAddress()).isEqualTo(0x5000);
            assertThat(seen.hostOperationId()).isZero();
            assertThat(seen.dataOperation()).isZero();
            assertThat(seen.requestedTeams()).isZero();
        }
    }

    @Test
    void anOpenMpDataOperation() {
        int at = BufferTracingOmptRecord.TARGET_DATA_OP;
        OmptRecord view = ompt(
                ompt(OmptOperation.TARGET_DATA_OP_EMI)
                        .word(at + BufferTracingOmptTargetDataOp.HOST_OP_ID, 1)
                        .half(at + BufferTracingOmptTargetDataOp.OPTYPE, 2)
                        .half(at + BufferTracingOmptTargetDataOp.SRC_DEVICE_NUM, 3)
                        .half(at + BufferTracingOmptTargetDataOp.DST_DEVICE_NUM, 4)
                        .word(at + BufferTracingOmptTargetDataOp.BYTES, 5)
                        .word(at + BufferTracingOmptTargetDataOp.CODEPTR_RA, 0x6000),
                OmptOperation.TARGET_DATA_OP_EMI);
        for (OmptRecord seen : new OmptRecord[] {view, view.copy()}) {
            assertThat(seen.hostOperationId()).isEqualTo(1);
            assertThat(seen.dataOperation()).isEqualTo(2);
            assertThat(seen.sourceDeviceNumber()).isEqualTo(3);
            assertThat(seen.destinationDeviceNumber()).isEqualTo(4);
            assertThat(seen.sizeBytes()).isEqualTo(5);
            assertThat(seen.codeAddress()).isEqualTo(0x6000);
            assertThat(seen.targetKind()).isZero();
            assertThat(seen.deviceNumber()).isZero();
        }
    }

    @Test
    void anOpenMpKernel() {
        int at = BufferTracingOmptRecord.TARGET_KERNEL;
        OmptRecord view = ompt(
                ompt(OmptOperation.TARGET_SUBMIT_EMI)
                        .word(at + BufferTracingOmptTargetKernel.HOST_OP_ID, 1)
                        .half(at + BufferTracingOmptTargetKernel.DEVICE_NUM, 2)
                        .half(at + BufferTracingOmptTargetKernel.REQUESTED_NUM_TEAMS, 3),
                OmptOperation.TARGET_SUBMIT_EMI);
        for (OmptRecord seen : new OmptRecord[] {view, view.copy()}) {
            assertThat(seen.hostOperationId()).isEqualTo(1);
            assertThat(seen.deviceNumber()).isEqualTo(2);
            assertThat(seen.requestedTeams()).isEqualTo(3);
            assertThat(seen.sizeBytes()).isZero();
            assertThat(seen.codeAddress()).isZero();
        }
    }

    @Test
    void pagesThatMigrate() {
        Struct event = record(
                        BufferTracingKfdEventPageMigrateRecord.SIZEOF,
                        BufferTracingKind.KFD_EVENT_PAGE_MIGRATE,
                        KfdEventPageMigrateOperation.END)
                .word(BufferTracingKfdEventPageMigrateRecord.TIMESTAMP, 100)
                .half(BufferTracingKfdEventPageMigrateRecord.PID, 55)
                .word(BufferTracingKfdEventPageMigrateRecord.START_ADDRESS, 0x1000)
                .word(BufferTracingKfdEventPageMigrateRecord.END_ADDRESS, 0x2000)
                .word(BufferTracingKfdEventPageMigrateRecord.SRC_AGENT, 1)
                .word(BufferTracingKfdEventPageMigrateRecord.DST_AGENT, 2)
                .word(BufferTracingKfdEventPageMigrateRecord.PREFETCH_AGENT, 3)
                .word(BufferTracingKfdEventPageMigrateRecord.PREFERRED_AGENT, 4)
                .half(BufferTracingKfdEventPageMigrateRecord.ERROR_CODE, -5);
        Struct pair = record(
                        BufferTracingKfdPageMigrateRecord.SIZEOF,
                        BufferTracingKind.KFD_PAGE_MIGRATE,
                        KfdPageMigrateOperation.PREFETCH)
                .word(BufferTracingKfdPageMigrateRecord.START_TIMESTAMP, 100)
                .word(BufferTracingKfdPageMigrateRecord.END_TIMESTAMP, 150)
                .half(BufferTracingKfdPageMigrateRecord.PID, 55)
                .word(BufferTracingKfdPageMigrateRecord.START_ADDRESS, 0x1000)
                .word(BufferTracingKfdPageMigrateRecord.END_ADDRESS, 0x2000)
                .word(BufferTracingKfdPageMigrateRecord.SRC_AGENT, 1)
                .word(BufferTracingKfdPageMigrateRecord.DST_AGENT, 2)
                .word(BufferTracingKfdPageMigrateRecord.PREFETCH_AGENT, 3)
                .word(BufferTracingKfdPageMigrateRecord.PREFERRED_AGENT, 4)
                .half(BufferTracingKfdPageMigrateRecord.ERROR_CODE, -5);
        pagesThatMigrate((KfdPageMigrateRecord) show(
                event,
                BufferTracingKind.KFD_EVENT_PAGE_MIGRATE,
                KfdEventPageMigrateOperation.END,
                Common.driver(100, 100)));
        pagesThatMigrate((KfdPageMigrateRecord) show(
                pair, BufferTracingKind.KFD_PAGE_MIGRATE, KfdPageMigrateOperation.PREFETCH, Common.driver(100, 150)));
    }

    private static void pagesThatMigrate(KfdPageMigrateRecord view) {
        for (KfdPageMigrateRecord seen : new KfdPageMigrateRecord[] {view, view.copy()}) {
            assertThat(seen.processId()).isEqualTo(55);
            assertThat(seen.startAddress()).isEqualTo(0x1000);
            assertThat(seen.endAddress()).isEqualTo(0x2000);
            assertThat(seen.sourceAgentId()).isEqualTo(1);
            assertThat(seen.destinationAgentId()).isEqualTo(2);
            assertThat(seen.prefetchAgentId()).isEqualTo(3);
            assertThat(seen.preferredAgentId()).isEqualTo(4);
            assertThat(seen.errorCode()).isEqualTo(-5);
        }
    }

    @Test
    void pageFaults() {
        Struct event = record(
                        BufferTracingKfdEventPageFaultRecord.SIZEOF,
                        BufferTracingKind.KFD_EVENT_PAGE_FAULT,
                        KfdEventPageFaultOperation.START_READ_FAULT)
                .word(BufferTracingKfdEventPageFaultRecord.TIMESTAMP, 100)
                .half(BufferTracingKfdEventPageFaultRecord.PID, 55)
                .word(BufferTracingKfdEventPageFaultRecord.AGENT_ID, 1)
                .word(BufferTracingKfdEventPageFaultRecord.ADDRESS, 0x2000);
        Struct pair = record(
                        BufferTracingKfdPageFaultRecord.SIZEOF,
                        BufferTracingKind.KFD_PAGE_FAULT,
                        KfdPageFaultOperation.WRITE_FAULT_UPDATED)
                .word(BufferTracingKfdPageFaultRecord.START_TIMESTAMP, 100)
                .word(BufferTracingKfdPageFaultRecord.END_TIMESTAMP, 150)
                .half(BufferTracingKfdPageFaultRecord.PID, 55)
                .word(BufferTracingKfdPageFaultRecord.AGENT_ID, 1)
                .word(BufferTracingKfdPageFaultRecord.ADDRESS, 0x2000);
        pageFault((KfdPageFaultRecord) show(
                event,
                BufferTracingKind.KFD_EVENT_PAGE_FAULT,
                KfdEventPageFaultOperation.START_READ_FAULT,
                Common.driver(100, 100)));
        pageFault((KfdPageFaultRecord) show(
                pair,
                BufferTracingKind.KFD_PAGE_FAULT,
                KfdPageFaultOperation.WRITE_FAULT_UPDATED,
                Common.driver(100, 150)));
    }

    private static void pageFault(KfdPageFaultRecord view) {
        for (KfdPageFaultRecord seen : new KfdPageFaultRecord[] {view, view.copy()}) {
            assertThat(seen.processId()).isEqualTo(55);
            assertThat(seen.agentId()).isEqualTo(1);
            assertThat(seen.address()).isEqualTo(0x2000);
        }
    }

    @Test
    void queuesThatAreEvicted() {
        Struct event = record(
                        BufferTracingKfdEventQueueRecord.SIZEOF,
                        BufferTracingKind.KFD_EVENT_QUEUE,
                        KfdEventQueueOperation.RESTORE)
                .word(BufferTracingKfdEventQueueRecord.TIMESTAMP, 100)
                .half(BufferTracingKfdEventQueueRecord.PID, 55)
                .word(BufferTracingKfdEventQueueRecord.AGENT_ID, 1);
        Struct pair = record(
                        BufferTracingKfdQueueRecord.SIZEOF, BufferTracingKind.KFD_QUEUE, KfdQueueOperation.EVICT_TTM)
                .word(BufferTracingKfdQueueRecord.START_TIMESTAMP, 100)
                .word(BufferTracingKfdQueueRecord.END_TIMESTAMP, 150)
                .half(BufferTracingKfdQueueRecord.PID, 55)
                .word(BufferTracingKfdQueueRecord.AGENT_ID, 1);
        queue((KfdQueueRecord) show(
                event, BufferTracingKind.KFD_EVENT_QUEUE, KfdEventQueueOperation.RESTORE, Common.driver(100, 100)));
        queue((KfdQueueRecord)
                show(pair, BufferTracingKind.KFD_QUEUE, KfdQueueOperation.EVICT_TTM, Common.driver(100, 150)));
    }

    private static void queue(KfdQueueRecord view) {
        for (KfdQueueRecord seen : new KfdQueueRecord[] {view, view.copy()}) {
            assertThat(seen.processId()).isEqualTo(55);
            assertThat(seen.agentId()).isEqualTo(1);
        }
    }

    @Test
    void pagesThatAreUnmapped() {
        BufferTracingKind kind = BufferTracingKind.KFD_EVENT_UNMAP_FROM_GPU;
        Operation operation = KfdEventUnmapFromGpuOperation.UNMAP_FROM_CPU;
        Struct record = record(BufferTracingKfdEventUnmapFromGpuRecord.SIZEOF, kind, operation)
                .word(BufferTracingKfdEventUnmapFromGpuRecord.TIMESTAMP, 100)
                .half(BufferTracingKfdEventUnmapFromGpuRecord.PID, 55)
                .word(BufferTracingKfdEventUnmapFromGpuRecord.AGENT_ID, 1)
                .word(BufferTracingKfdEventUnmapFromGpuRecord.START_ADDRESS, 0x1000)
                .word(BufferTracingKfdEventUnmapFromGpuRecord.END_ADDRESS, 0x2000);
        KfdUnmapFromGpuRecord view = (KfdUnmapFromGpuRecord) show(record, kind, operation, Common.driver(100, 100));
        for (KfdUnmapFromGpuRecord seen : new KfdUnmapFromGpuRecord[] {view, view.copy()}) {
            assertThat(seen.processId()).isEqualTo(55);
            assertThat(seen.agentId()).isEqualTo(1);
            assertThat(seen.startAddress()).isEqualTo(0x1000);
            assertThat(seen.endAddress()).isEqualTo(0x2000);
        }
    }

    @Test
    void eventsThatTheDriverDropped() {
        BufferTracingKind kind = BufferTracingKind.KFD_EVENT_DROPPED_EVENTS;
        Operation operation = KfdEventDroppedEventsOperation.EVENTS;
        Struct record = record(BufferTracingKfdEventDroppedEventsRecord.SIZEOF, kind, operation)
                .word(BufferTracingKfdEventDroppedEventsRecord.TIMESTAMP, 100)
                .half(BufferTracingKfdEventDroppedEventsRecord.PID, 55)
                .half(BufferTracingKfdEventDroppedEventsRecord.COUNT, 9);
        KfdDroppedEventsRecord view = (KfdDroppedEventsRecord) show(record, kind, operation, Common.driver(100, 100));
        for (KfdDroppedEventsRecord seen : new KfdDroppedEventsRecord[] {view, view.copy()}) {
            assertThat(seen.processId()).isEqualTo(55);
            assertThat(seen.droppedCount()).isEqualTo(9);
        }
    }

    @Test
    void aRecordOfAToolsOwn() {
        Struct record = Struct.sized(32).half(KIND, 1000).half(OPERATION, 3).word(16, 0x1122);
        OtherRecord view = (OtherRecord) views.show(TRACING, record.address);
        OtherRecord copy = view.copy();
        assertThat(copy).isEqualTo(view.copy()).hasSameHashCodeAs(view.copy());
        for (OtherRecord seen : new OtherRecord[] {view, copy}) {
            assertThat(seen.category()).isEqualTo(BufferCategory.TRACING);
            assertThat(seen.kind()).isNull();
            assertThat(seen.kindValue()).isEqualTo(1000);
            assertThat(seen.operation()).isNull();
            assertThat(seen.operationValue()).isEqualTo(3);
            assertThat(seen.operationName()).isEmpty();
            assertThat(seen.startNanos()).isZero();
            assertThat(seen.threadId()).isZero();
            assertThat(seen.segment().byteSize()).isEqualTo(32);
            assertThat(seen.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, 16)).isEqualTo(0x1122);
        }
        record.word(16, 0x3344);
        assertThat(copy).isNotEqualTo(view.copy());
        assertThat(copy).hasToString("CopiedOtherRecord[category=TRACING, kindValue=1000, operationValue=3, bytes=32]");
    }

    @Test
    void otherCategoriesAndAmdsEmptyKindAreOther() {
        Struct counter = Struct.sized(32).half(KIND, BufferTracingKind.MEMORY_COPY.value());
        assertThat(views.show(BufferCategory.COUNTERS.value(), counter.address)).isInstanceOf(OtherRecord.class);
        Struct stream = Struct.sized(32).half(KIND, BufferTracingKind.HIP_STREAM.value());
        assertThat(views.show(TRACING, stream.address)).isInstanceOf(OtherRecord.class);
        assertThat(views.show(TRACING, stream.address)).isInstanceOf(OtherRecord.class);
    }

    @Test
    void whatIsOverReadsAsZeros() {
        BufferTracingKind kind = BufferTracingKind.HIP_RUNTIME_API_EXT;
        Struct record = call(BufferTracingHipApiExtRecord.SIZEOF, kind, HipRuntimeOperation.hipMalloc);
        BufferRecord call = views.show(TRACING, record.address);
        BufferRecord other = views.show(0, record.address);
        views.hide();
        assertThat(call.kind()).isEqualTo(BufferTracingKind.NONE);
        assertThat(call.correlationId()).isZero();
        assertThat(call.segment().byteSize()).isZero();
        assertThat(other.kindValue()).isZero();
        assertThat(call).hasToString("a record of a delivery that is over");
    }
}
