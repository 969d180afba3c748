package io.rocprofiler.sdk.internal.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingCodeObjectHostKernelSymbolRegisterData;
import io.rocprofiler.abi.CallbackTracingCodeObjectKernelSymbolRegisterData;
import io.rocprofiler.abi.CallbackTracingCodeObjectLoadData;
import io.rocprofiler.abi.CallbackTracingHipStreamData;
import io.rocprofiler.abi.CallbackTracingKernelDispatchData;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CallbackTracingMemoryAllocationData;
import io.rocprofiler.abi.CallbackTracingMemoryCopyData;
import io.rocprofiler.abi.CallbackTracingOmptData;
import io.rocprofiler.abi.CallbackTracingRecord;
import io.rocprofiler.abi.CallbackTracingRuntimeInitializationData;
import io.rocprofiler.abi.CallbackTracingScratchMemoryData;
import io.rocprofiler.abi.CodeObjectOperation;
import io.rocprofiler.abi.CodeObjectStorageType;
import io.rocprofiler.abi.HipStreamOperation;
import io.rocprofiler.abi.KernelDispatchInfo;
import io.rocprofiler.abi.KernelDispatchOperation;
import io.rocprofiler.abi.MemoryAllocationOperation;
import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.abi.OmptArgs;
import io.rocprofiler.abi.OmptOperation;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.abi.RuntimeInitializationOperation;
import io.rocprofiler.abi.ScratchAllocFlag;
import io.rocprofiler.abi.ScratchMemoryArgs;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.CodeObjectLoad;
import io.rocprofiler.sdk.Dimensions;
import io.rocprofiler.sdk.DispatchInfo;
import io.rocprofiler.sdk.HipStreamEvent;
import io.rocprofiler.sdk.HostKernelSymbol;
import io.rocprofiler.sdk.KernelDispatch;
import io.rocprofiler.sdk.KernelSymbol;
import io.rocprofiler.sdk.MemoryAllocation;
import io.rocprofiler.sdk.MemoryCopy;
import io.rocprofiler.sdk.OmptEvent;
import io.rocprofiler.sdk.OtherEvent;
import io.rocprofiler.sdk.RuntimeInitialization;
import io.rocprofiler.sdk.ScratchMemory;
import io.rocprofiler.sdk.internal.seam.ProcessMemory;
import org.junit.jupiter.api.Test;

/// The values of events other than calls that a handler reads: from the view, and from its copy after the event.
class CallbackViewsTest {
    private final CallbackViews views = new CallbackViews(ProcessMemory.SELF);
    private final Struct userData = Struct.of(8).word(0, 99);

    /// Shows an event and checks the common values.
    private CallbackRecord show(CallbackTracingKind kind, Operation operation, CallbackPhase phase, Struct payload) {
        Struct record = payload.callback(kind, operation.value(), phase);
        CallbackRecord shown = views.show(record.address, userData.address);
        common(shown, kind, operation, phase);
        CallbackRecord copy = shown.copy();
        assertThat(copy).isNotSameAs(shown).isEqualTo(shown.copy()).hasSameHashCodeAs(shown.copy());
        common(copy, kind, operation, phase);
        assertThat(copy.copy()).isSameAs(copy);
        assertThat(shown.toString()).isEqualTo(copy.toString()).contains("threadId=44", operation.name());
        assertThatThrownBy(copy::payload).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> copy.userData(1)).isInstanceOf(UnsupportedOperationException.class);
        return shown;
    }

    private static void common(
            CallbackRecord event, CallbackTracingKind kind, Operation operation, CallbackPhase phase) {
        assertThat(event.kind()).isEqualTo(kind);
        assertThat(event.operation()).isSameAs(operation);
        assertThat(event.operationValue()).isEqualTo(operation.value());
        assertThat(event.operationName()).isEqualTo(operation.operationName());
        assertThat(event.phase()).isEqualTo(phase);
        assertThat(event.threadId()).isEqualTo(44);
        assertThat(event.correlationId()).isEqualTo(7);
        assertThat(event.externalCorrelationId()).isEqualTo(8);
        assertThat(event.ancestorCorrelationId()).isEqualTo(6);
        assertThat(event.contextHandle()).isEqualTo(300);
        assertThat(event.userData()).isEqualTo(99);
    }

    @Test
    void aCodeObjectFromAFile() {
        Struct payload = Struct.sized(CallbackTracingCodeObjectLoadData.SIZEOF)
                .word(CallbackTracingCodeObjectLoadData.CODE_OBJECT_ID, 1)
                .word(CallbackTracingCodeObjectLoadData.AGENT_ID, 2)
                .word(CallbackTracingCodeObjectLoadData.HSA_AGENT, 3)
                .text(CallbackTracingCodeObjectLoadData.URI, "file:///a.out#offset=1&size=2")
                .word(CallbackTracingCodeObjectLoadData.LOAD_BASE, 0x5000)
                .word(CallbackTracingCodeObjectLoadData.LOAD_SIZE, 6)
                .word(CallbackTracingCodeObjectLoadData.LOAD_DELTA, -7)
                .half(CallbackTracingCodeObjectLoadData.STORAGE_TYPE, CodeObjectStorageType.FILE.value())
                .half(CallbackTracingCodeObjectLoadData.STORAGE_FILE, 8);
        CodeObjectLoad load = (CodeObjectLoad)
                show(CallbackTracingKind.CODE_OBJECT, CodeObjectOperation.LOAD, CallbackPhase.LOAD, payload);
        codeObjectFromAFile(load);
        codeObjectFromAFile(load.copy());
    }

    private static void codeObjectFromAFile(CodeObjectLoad load) {
        assertThat(load.codeObjectId()).isEqualTo(1);
        assertThat(load.agentId()).isEqualTo(2);
        assertThat(load.hsaAgent()).isEqualTo(3);
        assertThat(load.uri()).isEqualTo("file:///a.out#offset=1&size=2");
        assertThat(load.loadBase()).isEqualTo(0x5000);
        assertThat(load.loadSizeBytes()).isEqualTo(6);
        assertThat(load.loadDeltaBytes()).isEqualTo(-7);
        assertThat(load.storageType()).isEqualTo(CodeObjectStorageType.FILE);
        assertThat(load.storageFile()).isEqualTo(8);
        assertThat(load.memoryBase()).isZero();
        assertThat(load.memorySizeBytes()).isZero();
    }

    @Test
    void aCodeObjectFromMemory() {
        Struct payload = Struct.sized(CallbackTracingCodeObjectLoadData.SIZEOF)
                .half(CallbackTracingCodeObjectLoadData.STORAGE_TYPE, CodeObjectStorageType.MEMORY.value())
                .word(CallbackTracingCodeObjectLoadData.MEMORY_BASE, 0x9000)
                .word(CallbackTracingCodeObjectLoadData.MEMORY_SIZE, 10);
        CodeObjectLoad load = (CodeObjectLoad)
                show(CallbackTracingKind.CODE_OBJECT, CodeObjectOperation.LOAD, CallbackPhase.UNLOAD, payload);
        assertThat(load.storageFile()).isEqualTo(-1);
        assertThat(load.memoryBase()).isEqualTo(0x9000);
        assertThat(load.memorySizeBytes()).isEqualTo(10);
        assertThat(load.uri()).isNull();
    }

    @Test
    void aKernelSymbol() {
        Struct payload = Struct.sized(CallbackTracingCodeObjectKernelSymbolRegisterData.SIZEOF)
                .word(CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_ID, 1)
                .word(CallbackTracingCodeObjectKernelSymbolRegisterData.CODE_OBJECT_ID, 2)
                .text(CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_NAME, "_Z3addPf.kd")
                .word(CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_OBJECT, 0x4000)
                .half(CallbackTracingCodeObjectKernelSymbolRegisterData.KERNARG_SEGMENT_SIZE, 5)
                .half(CallbackTracingCodeObjectKernelSymbolRegisterData.KERNARG_SEGMENT_ALIGNMENT, 6)
                .half(CallbackTracingCodeObjectKernelSymbolRegisterData.GROUP_SEGMENT_SIZE, -1)
                .half(CallbackTracingCodeObjectKernelSymbolRegisterData.PRIVATE_SEGMENT_SIZE, 8)
                .half(CallbackTracingCodeObjectKernelSymbolRegisterData.SGPR_COUNT, 9)
                .half(CallbackTracingCodeObjectKernelSymbolRegisterData.ARCH_VGPR_COUNT, 10)
                .half(CallbackTracingCodeObjectKernelSymbolRegisterData.ACCUM_VGPR_COUNT, 11)
                .word(CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_CODE_ENTRY_BYTE_OFFSET, -12)
                .word(CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_ADDRESS, 0x3FF4);
        KernelSymbol symbol = (KernelSymbol) show(
                CallbackTracingKind.CODE_OBJECT,
                CodeObjectOperation.DEVICE_KERNEL_SYMBOL_REGISTER,
                CallbackPhase.LOAD,
                payload);
        kernelSymbol(symbol);
        kernelSymbol(symbol.copy());
    }

    private static void kernelSymbol(KernelSymbol symbol) {
        assertThat(symbol.kernelId()).isEqualTo(1);
        assertThat(symbol.codeObjectId()).isEqualTo(2);
        assertThat(symbol.kernelName()).isEqualTo("_Z3addPf.kd");
        assertThat(symbol.kernelObject()).isEqualTo(0x4000);
        assertThat(symbol.kernargSegmentSizeBytes()).isEqualTo(5);
        assertThat(symbol.kernargSegmentAlignmentBytes()).isEqualTo(6);
        assertThat(symbol.groupSegmentSizeBytes()).isEqualTo(0xFFFF_FFFFL);
        assertThat(symbol.privateSegmentSizeBytes()).isEqualTo(8);
        assertThat(symbol.sgprCount()).isEqualTo(9);
        assertThat(symbol.archVgprCount()).isEqualTo(10);
        assertThat(symbol.accumVgprCount()).isEqualTo(11);
        assertThat(symbol.codeEntryOffsetBytes()).isEqualTo(-12);
        assertThat(symbol.kernelAddress()).isEqualTo(0x3FF4);
    }

    @Test
    void aHostKernelSymbol() {
        Struct payload = Struct.sized(CallbackTracingCodeObjectHostKernelSymbolRegisterData.SIZEOF)
                .word(CallbackTracingCodeObjectHostKernelSymbolRegisterData.HOST_FUNCTION_ID, 1)
                .word(CallbackTracingCodeObjectHostKernelSymbolRegisterData.KERNEL_ID, 2)
                .word(CallbackTracingCodeObjectHostKernelSymbolRegisterData.CODE_OBJECT_ID, 3)
                .word(CallbackTracingCodeObjectHostKernelSymbolRegisterData.HOST_FUNCTION, 0x4000)
                .word(CallbackTracingCodeObjectHostKernelSymbolRegisterData.MODULES, 0x5000)
                .text(CallbackTracingCodeObjectHostKernelSymbolRegisterData.DEVICE_FUNCTION, "_Z3addPf")
                .half(CallbackTracingCodeObjectHostKernelSymbolRegisterData.THREAD_LIMIT, -1)
                .dimensions(CallbackTracingCodeObjectHostKernelSymbolRegisterData.THREAD_IDS, 1, 2, 3)
                .dimensions(CallbackTracingCodeObjectHostKernelSymbolRegisterData.BLOCK_IDS, 4, 5, 6)
                .dimensions(CallbackTracingCodeObjectHostKernelSymbolRegisterData.BLOCK_DIMS, 7, 8, 9)
                .dimensions(CallbackTracingCodeObjectHostKernelSymbolRegisterData.GRID_DIMS, 10, 11, -1)
                .word(CallbackTracingCodeObjectHostKernelSymbolRegisterData.WORKGROUP_SIZE, 12);
        HostKernelSymbol symbol = (HostKernelSymbol) show(
                CallbackTracingKind.CODE_OBJECT,
                CodeObjectOperation.HOST_KERNEL_SYMBOL_REGISTER,
                CallbackPhase.LOAD,
                payload);
        hostKernelSymbol(symbol);
        hostKernelSymbol(symbol.copy());
    }

    private static void hostKernelSymbol(HostKernelSymbol symbol) {
        assertThat(symbol.hostFunctionId()).isEqualTo(1);
        assertThat(symbol.kernelId()).isEqualTo(2);
        assertThat(symbol.codeObjectId()).isEqualTo(3);
        assertThat(symbol.hostFunctionAddress()).isEqualTo(0x4000);
        assertThat(symbol.modulesAddress()).isEqualTo(0x5000);
        assertThat(symbol.deviceFunction()).isEqualTo("_Z3addPf");
        assertThat(symbol.threadLimit()).isEqualTo(-1);
        assertThat(symbol.threadIds()).isEqualTo(new Dimensions(1, 2, 3));
        assertThat(symbol.blockIds()).isEqualTo(new Dimensions(4, 5, 6));
        assertThat(symbol.blockDimensions()).isEqualTo(new Dimensions(7, 8, 9));
        assertThat(symbol.gridDimensions()).isEqualTo(new Dimensions(10, 11, 0xFFFF_FFFFL));
        assertThat(symbol.workgroupSize()).isEqualTo(12);
    }

    @Test
    void aRuntimeInitialization() {
        Struct payload = Struct.sized(CallbackTracingRuntimeInitializationData.SIZEOF)
                .word(CallbackTracingRuntimeInitializationData.VERSION, 70_200)
                .word(CallbackTracingRuntimeInitializationData.INSTANCE, 1);
        RuntimeInitialization event = (RuntimeInitialization) show(
                CallbackTracingKind.RUNTIME_INITIALIZATION,
                RuntimeInitializationOperation.HIP,
                CallbackPhase.NONE,
                payload);
        for (RuntimeInitialization seen : new RuntimeInitialization[] {event, event.copy()}) {
            assertThat(seen.version()).isEqualTo(70_200);
            assertThat(seen.instance()).isEqualTo(1);
        }
    }

    @Test
    void aHipStream() {
        Struct payload = Struct.sized(CallbackTracingHipStreamData.SIZEOF)
                .word(CallbackTracingHipStreamData.STREAM_ID, 3)
                .word(CallbackTracingHipStreamData.STREAM_VALUE, 0x7700);
        HipStreamEvent event = (HipStreamEvent)
                show(CallbackTracingKind.HIP_STREAM, HipStreamOperation.SET, CallbackPhase.EXIT, payload);
        for (HipStreamEvent seen : new HipStreamEvent[] {event, event.copy()}) {
            assertThat(seen.streamId()).isEqualTo(3);
            assertThat(seen.streamAddress()).isEqualTo(0x7700);
        }
    }

    @Test
    void aMemoryAllocation() {
        Struct payload = Struct.sized(CallbackTracingMemoryAllocationData.SIZEOF)
                .word(CallbackTracingMemoryAllocationData.START_TIMESTAMP, 100)
                .word(CallbackTracingMemoryAllocationData.END_TIMESTAMP, 150)
                .word(CallbackTracingMemoryAllocationData.AGENT_ID, 2)
                .word(CallbackTracingMemoryAllocationData.ADDRESS, 0x3000)
                .word(CallbackTracingMemoryAllocationData.ALLOCATION_SIZE, 4096);
        MemoryAllocation event = (MemoryAllocation) show(
                CallbackTracingKind.MEMORY_ALLOCATION, MemoryAllocationOperation.ALLOCATE, CallbackPhase.EXIT, payload);
        for (MemoryAllocation seen : new MemoryAllocation[] {event, event.copy()}) {
            assertThat(seen.startNanos()).isEqualTo(100);
            assertThat(seen.endNanos()).isEqualTo(150);
            assertThat(seen.agentId()).isEqualTo(2);
            assertThat(seen.address()).isEqualTo(0x3000);
            assertThat(seen.sizeBytes()).isEqualTo(4096);
        }
    }

    @Test
    void aMemoryCopy() {
        Struct payload = Struct.sized(CallbackTracingMemoryCopyData.SIZEOF)
                .word(CallbackTracingMemoryCopyData.START_TIMESTAMP, 100)
                .word(CallbackTracingMemoryCopyData.END_TIMESTAMP, 150)
                .word(CallbackTracingMemoryCopyData.DST_AGENT_ID, 1)
                .word(CallbackTracingMemoryCopyData.SRC_AGENT_ID, 2)
                .word(CallbackTracingMemoryCopyData.BYTES, 4096)
                .word(CallbackTracingMemoryCopyData.DST_ADDRESS, 0x3000)
                .word(CallbackTracingMemoryCopyData.SRC_ADDRESS, 0x4000);
        MemoryCopy event = (MemoryCopy)
                show(CallbackTracingKind.MEMORY_COPY, MemoryCopyOperation.DEVICE_TO_HOST, CallbackPhase.EXIT, payload);
        for (MemoryCopy seen : new MemoryCopy[] {event, event.copy()}) {
            assertThat(seen.startNanos()).isEqualTo(100);
            assertThat(seen.endNanos()).isEqualTo(150);
            assertThat(seen.destinationAgentId()).isEqualTo(1);
            assertThat(seen.sourceAgentId()).isEqualTo(2);
            assertThat(seen.sizeBytes()).isEqualTo(4096);
            assertThat(seen.destinationAddress()).isEqualTo(0x3000);
            assertThat(seen.sourceAddress()).isEqualTo(0x4000);
        }
    }

    /// Fills a `rocprofiler_kernel_dispatch_info_t`.
    static Struct dispatch(Struct struct, int at) {
        return struct.word(at + KernelDispatchInfo.AGENT_ID, 1)
                .word(at + KernelDispatchInfo.QUEUE_ID, 2)
                .word(at + KernelDispatchInfo.KERNEL_ID, 3)
                .word(at + KernelDispatchInfo.DISPATCH_ID, 4)
                .half(at + KernelDispatchInfo.PRIVATE_SEGMENT_SIZE, 5)
                .half(at + KernelDispatchInfo.GROUP_SEGMENT_SIZE, -1)
                .dimensions(at + KernelDispatchInfo.WORKGROUP_SIZE, 64, 2, 1)
                .dimensions(at + KernelDispatchInfo.GRID_SIZE, -1, 20, 10);
    }

    static void dispatch(DispatchInfo info) {
        assertThat(info.agentId()).isEqualTo(1);
        assertThat(info.queueId()).isEqualTo(2);
        assertThat(info.kernelId()).isEqualTo(3);
        assertThat(info.dispatchId()).isEqualTo(4);
        assertThat(info.privateSegmentSizeBytes()).isEqualTo(5);
        assertThat(info.groupSegmentSizeBytes()).isEqualTo(0xFFFF_FFFFL);
        assertThat(info.workgroupSizeX()).isEqualTo(64);
        assertThat(info.workgroupSizeY()).isEqualTo(2);
        assertThat(info.workgroupSizeZ()).isEqualTo(1);
        assertThat(info.gridSizeX()).isEqualTo(0xFFFF_FFFFL);
        assertThat(info.gridSizeY()).isEqualTo(20);
        assertThat(info.gridSizeZ()).isEqualTo(10);
        assertThat(info.workgroupSize()).isEqualTo(new Dimensions(64, 2, 1));
        assertThat(info.gridSize()).isEqualTo(new Dimensions(0xFFFF_FFFFL, 20, 10));
    }

    @Test
    void aKernelDispatch() {
        Struct payload = Struct.sized(CallbackTracingKernelDispatchData.SIZEOF)
                .word(CallbackTracingKernelDispatchData.START_TIMESTAMP, 100)
                .word(CallbackTracingKernelDispatchData.END_TIMESTAMP, 150);
        KernelDispatch event = (KernelDispatch) show(
                CallbackTracingKind.KERNEL_DISPATCH,
                KernelDispatchOperation.COMPLETE,
                CallbackPhase.NONE,
                dispatch(payload, CallbackTracingKernelDispatchData.DISPATCH_INFO));
        for (KernelDispatch seen : new KernelDispatch[] {event, event.copy()}) {
            assertThat(seen.startNanos()).isEqualTo(100);
            assertThat(seen.endNanos()).isEqualTo(150);
            dispatch(seen);
        }
    }

    private ScratchMemory scratch(ScratchMemoryOperation operation, CallbackPhase phase) {
        int args = CallbackTracingScratchMemoryData.ARGS;
        Struct payload = Struct.sized(CallbackTracingScratchMemoryData.SIZEOF)
                .word(CallbackTracingScratchMemoryData.AGENT_ID, 1)
                .word(CallbackTracingScratchMemoryData.QUEUE_ID, 2)
                .half(CallbackTracingScratchMemoryData.FLAGS, ScratchAllocFlag.ALT.value())
                .word(args + ScratchMemoryArgs.ALLOC_END_DISPATCH_ID, 3)
                .word(args + ScratchMemoryArgs.ALLOC_END_SIZE, 4096)
                .word(args + ScratchMemoryArgs.ALLOC_END_NUM_SLOTS, 32);
        return (ScratchMemory) show(CallbackTracingKind.SCRATCH_MEMORY, operation, phase, payload);
    }

    @Test
    void scratchMemory() {
        ScratchMemory end = scratch(ScratchMemoryOperation.ALLOC, CallbackPhase.EXIT);
        for (ScratchMemory seen : new ScratchMemory[] {end, end.copy()}) {
            assertThat(seen.agentId()).isEqualTo(1);
            assertThat(seen.queueId()).isEqualTo(2);
            assertThat(seen.flag()).isEqualTo(ScratchAllocFlag.ALT);
            assertThat(seen.flagBits()).isEqualTo(2);
            assertThat(seen.dispatchId()).isEqualTo(3);
            assertThat(seen.sizeBytes()).isEqualTo(4096);
            assertThat(seen.slotCount()).isEqualTo(32);
        }
        ScratchMemory start = scratch(ScratchMemoryOperation.ALLOC, CallbackPhase.ENTER);
        assertThat(start.dispatchId()).isEqualTo(3);
        assertThat(start.sizeBytes()).isZero();
        assertThat(start.slotCount()).isZero();
        ScratchMemory reclaim = scratch(ScratchMemoryOperation.ASYNC_RECLAIM, CallbackPhase.EXIT);
        assertThat(reclaim.dispatchId()).isZero();
        assertThat(reclaim.sizeBytes()).isZero();
    }

    @Test
    void anOpenMpEvent() {
        int args = CallbackTracingOmptData.ARGS;
        Struct payload = Struct.sized(CallbackTracingOmptData.SIZEOF)
                .word(args + OmptArgs.PARALLEL_BEGIN_PARALLEL_DATA, 0x1000)
                .half(args + OmptArgs.PARALLEL_BEGIN_REQUESTED_PARALLELISM, 8)
                .half(args + OmptArgs.PARALLEL_BEGIN_FLAGS, -1);
        OmptEvent event =
                (OmptEvent) show(CallbackTracingKind.OMPT, OmptOperation.PARALLEL_BEGIN, CallbackPhase.ENTER, payload);
        for (OmptEvent seen : new OmptEvent[] {event, event.copy()}) {
            assertThat(seen.argumentCount()).isEqualTo(6);
            assertThat(seen.argument(2).name()).isEqualTo("parallel_data");
            assertThat(seen.argument("parallel_data").asAddress()).isEqualTo(0x1000);
            assertThat(seen.argument("requested_parallelism").asInt()).isEqualTo(8);
            assertThat(seen.argument("flags").asLong()).isEqualTo(-1);
            assertThat(seen.hasResult()).isFalse();
        }
    }

    @Test
    void eachSortOfEventHasOneViewThatMoves() {
        Struct payload = Struct.sized(CallbackTracingMemoryCopyData.SIZEOF);
        CallbackRecord first = views.show(
                payload.callback(CallbackTracingKind.MEMORY_COPY, 1, CallbackPhase.ENTER).address, userData.address);
        CallbackRecord second = views.show(
                payload.callback(CallbackTracingKind.MEMORY_COPY, 2, CallbackPhase.EXIT).address, userData.address);
        assertThat(second).isSameAs(first);
        assertThat(first.operation()).isSameAs(MemoryCopyOperation.HOST_TO_DEVICE);
        CallbackRecord hip = views.show(
                payload.callback(CallbackTracingKind.HIP_RUNTIME_API, 1, CallbackPhase.ENTER).address,
                userData.address);
        CallbackRecord marker = views.show(
                payload.callback(CallbackTracingKind.MARKER_CORE_RANGE_API, 1, CallbackPhase.ENTER).address,
                userData.address);
        assertThat(marker).isSameAs(hip).isNotSameAs(first);
        CallbackViews.hide(marker);
        assertThat(marker.threadId()).isZero();
    }

    @Test
    void aKindNewerThanThisReleaseIsAnotherEvent() {
        Struct record = Struct.sized(64)
                .callback(CallbackTracingKind.HIP_RUNTIME_API, 3, CallbackPhase.ENTER)
                .half(CallbackTracingRecord.KIND, 999);
        OtherEvent event = (OtherEvent) new CallbackViews(ProcessMemory.SELF).show(record.address, record.address);
        assertThat(event.kindValue()).isEqualTo(999);
        assertThat(event.kind()).isEqualTo(CallbackTracingKind.NONE);
        assertThat(event.operationValue()).isEqualTo(3);
        assertThat(event.operation()).isNull();
        assertThat(event.operationName()).isEmpty();
        assertThat(event.payload().byteSize()).isEqualTo(64);
        assertThat(event.copy().kindValue()).isEqualTo(999);
    }
}
