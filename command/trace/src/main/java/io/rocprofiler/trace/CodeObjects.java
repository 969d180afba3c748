package io.rocprofiler.trace;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.rocprofiler.abi.CallbackTracingCodeObjectHostKernelSymbolRegisterData;
import io.rocprofiler.abi.CallbackTracingCodeObjectKernelSymbolRegisterData;
import io.rocprofiler.abi.CallbackTracingCodeObjectLoadData;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentObject;
import io.rocprofiler.trace.kind.RecordKinds;
import io.rocprofiler.trace.pack.BlockIndex;
import io.rocprofiler.trace.pack.PackReader;
import io.rocprofiler.trace.pack.RecordBlock;
import io.rocprofiler.trace.packing.PackStreams;
import io.rocprofiler.trace.primitive.Bytes;
import io.rocprofiler.trace.primitive.LongLongMap;
import io.rocprofiler.trace.segment.SegmentTexts;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The code objects, kernels and host functions that a process loaded. Keeps their raw records in memory and
/// creates an object per request.
///
/// ```
/// | size, kind, length of the text | AMD's struct (`callback_tracing.h` of rocprofiler-sdk 1.0.0) | text |
/// ```
final class CodeObjects {

    private final MemorySegment bytes; // the records, back to back
    private final LongLongMap codeObjects = new LongLongMap();
    private final LongLongMap kernels = new LongLongMap();
    private final LongLongMap hostFunctions = new LongLongMap();
    private final Map<Long, KernelSymbol> read = new HashMap<>();

    private CodeObjects(MemorySegment bytes) {
        this.bytes = bytes;
        for (long place = 0; place < bytes.byteSize(); place += Bytes.u64(bytes, place)) {
            note(Bytes.i32(bytes, place + SegmentObject.KIND), place);
        }
    }

    static CodeObjects read(PackReader pack) {
        BlockIndex index = pack.stream(PackStreams.OBJECTS);
        RecordBlock block = new RecordBlock();
        List<long[]> parts = new ArrayList<>();
        for (int i = 0; i < index.blocks(); i++) {
            if (index.count(i) > 0) {
                block.read(pack.block(index, i));
                parts.add(block.bytes().asSlice(0, block.place(block.count())).toArray(JAVA_LONG));
            }
        }
        return new CodeObjects(MemorySegment.ofArray(
                parts.stream().flatMapToLong(Arrays::stream).toArray()));
    }

    static CodeObjects none() {
        return new CodeObjects(MemorySegment.NULL);
    }

    private void note(int kind, long place) {
        // All three structs begin with their size, followed by their id.
        long id = Bytes.u64(bytes, struct(place) + Long.BYTES);
        if (id != 0) {
            map(kind).put(id, place);
        }
    }

    private LongLongMap map(int kind) {
        return switch (kind) {
            case SegmentConstants.KIND_CODE_OBJECT -> codeObjects;
            case SegmentConstants.KIND_KERNEL_SYMBOL -> kernels;
            default -> hostFunctions;
        };
    }

    private static long struct(long place) {
        return place + SegmentObject.SIZEOF;
    }

    @Nullable
    KernelSymbol kernel(long id) {
        KernelSymbol known = read.get(id);
        long place = known == null ? kernels.get(id, -1) : -1;
        if (place >= 0) {
            known = readKernel(place);
            read.put(id, known);
        }
        return known;
    }

    List<KernelSymbol> kernels() {
        List<KernelSymbol> all = new ArrayList<>();
        for (long id : kernels.sortedKeys()) {
            all.add(readKernel(kernels.get(id, 0)));
        }
        return all;
    }

    List<CodeObject> codeObjects() {
        List<CodeObject> all = new ArrayList<>();
        for (long id : codeObjects.sortedKeys()) {
            all.add(readCodeObject(codeObjects.get(id, 0)));
        }
        return all;
    }

    List<HostFunction> hostFunctions() {
        List<HostFunction> all = new ArrayList<>();
        for (long id : hostFunctions.sortedKeys()) {
            all.add(readHostFunction(hostFunctions.get(id, 0)));
        }
        return all;
    }

    private KernelSymbol readKernel(long place) {
        long at = struct(place);
        return new KernelSymbol(
                Bytes.u64(bytes, at + CallbackTracingCodeObjectKernelSymbolRegisterData.SIZE),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_ID),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectKernelSymbolRegisterData.CODE_OBJECT_ID),
                text(place),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_OBJECT),
                Bytes.u32(bytes, at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNARG_SEGMENT_SIZE),
                Bytes.u32(bytes, at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNARG_SEGMENT_ALIGNMENT),
                Bytes.u32(bytes, at + CallbackTracingCodeObjectKernelSymbolRegisterData.GROUP_SEGMENT_SIZE),
                Bytes.u32(bytes, at + CallbackTracingCodeObjectKernelSymbolRegisterData.PRIVATE_SEGMENT_SIZE),
                Bytes.u32(bytes, at + CallbackTracingCodeObjectKernelSymbolRegisterData.SGPR_COUNT),
                Bytes.u32(bytes, at + CallbackTracingCodeObjectKernelSymbolRegisterData.ARCH_VGPR_COUNT),
                Bytes.u32(bytes, at + CallbackTracingCodeObjectKernelSymbolRegisterData.ACCUM_VGPR_COUNT),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_CODE_ENTRY_BYTE_OFFSET),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_ADDRESS));
    }

    private CodeObject readCodeObject(long place) {
        long at = struct(place);
        return new CodeObject(
                Bytes.u64(bytes, at + CallbackTracingCodeObjectLoadData.SIZE),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectLoadData.CODE_OBJECT_ID),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectLoadData.AGENT_ID),
                text(place),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectLoadData.LOAD_BASE),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectLoadData.LOAD_SIZE),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectLoadData.LOAD_DELTA),
                Bytes.i32(bytes, at + CallbackTracingCodeObjectLoadData.STORAGE_TYPE),
                Bytes.i32(bytes, at + CallbackTracingCodeObjectLoadData.STORAGE_FILE),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectLoadData.MEMORY_BASE),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectLoadData.MEMORY_SIZE));
    }

    private HostFunction readHostFunction(long place) {
        long at = struct(place);
        List<Long> dimensions = new ArrayList<>();
        for (int i = 0; i < 4 * 3; i++) {
            dimensions.add(
                    Bytes.u32(bytes, at + CallbackTracingCodeObjectHostKernelSymbolRegisterData.THREAD_IDS + 4L * i));
        }
        return new HostFunction(
                Bytes.u64(bytes, at + CallbackTracingCodeObjectHostKernelSymbolRegisterData.SIZE),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectHostKernelSymbolRegisterData.HOST_FUNCTION_ID),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectHostKernelSymbolRegisterData.KERNEL_ID),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectHostKernelSymbolRegisterData.CODE_OBJECT_ID),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectHostKernelSymbolRegisterData.HOST_FUNCTION),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectHostKernelSymbolRegisterData.MODULES),
                text(place),
                Bytes.u32(bytes, at + CallbackTracingCodeObjectHostKernelSymbolRegisterData.THREAD_LIMIT),
                List.copyOf(dimensions),
                Bytes.u64(bytes, at + CallbackTracingCodeObjectHostKernelSymbolRegisterData.WORKGROUP_SIZE));
    }

    private String text(long place) {
        int before = RecordKinds.beforeObjectText(Bytes.i32(bytes, place + SegmentObject.KIND));
        return SegmentTexts.after(bytes, place, before);
    }
}
