package io.rocprofiler.trace.packing;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.rocprofiler.abi.AmdhsaKernelDescriptor;
import io.rocprofiler.abi.CallbackTracingCodeObjectHostKernelSymbolRegisterData;
import io.rocprofiler.abi.CallbackTracingCodeObjectKernelSymbolRegisterData;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentKernelFacts;
import io.rocprofiler.abi.internal.SegmentObject;
import io.rocprofiler.abi.internal.code.KernelCode;
import io.rocprofiler.trace.kind.RecordKinds;
import io.rocprofiler.trace.primitive.Bytes;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/// Makes records of facts about kernels and host functions: those that the engine writes in their place.
///
/// ```
/// | size, kind, length of the text | AMD's struct | facts | text |
/// ```
/// The record has no facts.
final class FactRecords {

    private static final int KERNEL =
            SegmentObject.SIZEOF + CallbackTracingCodeObjectKernelSymbolRegisterData.SIZEOF; // bytes before its facts
    private static final int HOST_FUNCTION =
            SegmentObject.SIZEOF + CallbackTracingCodeObjectHostKernelSymbolRegisterData.SIZEOF;

    private static final int PROCESSOR_BYTES = SegmentKernelFacts.PROCESSOR_LENGTH * Long.BYTES;

    private FactRecords() {}

    /// Returns when the kernel was loaded.
    static long loadedNanos(MemorySegment bytes, long at) {
        return Bytes.u64(bytes, at + KERNEL + SegmentKernelFacts.TIME_NS);
    }

    /// Returns when the host function was registered.
    static long registeredNanos(MemorySegment bytes, long at) {
        return Bytes.u64(bytes, at + HOST_FUNCTION);
    }

    /// Returns the record of a kernel. What only its descriptor has is 0 if the descriptor was not readable.
    static MemorySegment kernel(MemorySegment bytes, long at) {
        int kind = SegmentConstants.KIND_KERNEL_SYMBOL;
        MemorySegment record = withoutFacts(bytes, at, KERNEL, SegmentConstants.KIND_KERNEL_FACTS, kind);
        MemorySegment descriptor =
                bytes.asSlice(at + KERNEL + SegmentKernelFacts.DESCRIPTOR, AmdhsaKernelDescriptor.SIZEOF);
        if (!isZero(descriptor)) {
            MemorySegment struct =
                    record.asSlice(SegmentObject.SIZEOF, CallbackTracingCodeObjectKernelSymbolRegisterData.SIZEOF);
            KernelCode.describe(struct, descriptor, processor(bytes, at));
        }
        return record;
    }

    /// Returns the record of a host function of a kernel.
    ///
    /// @param id of this pair
    static MemorySegment hostFunction(MemorySegment bytes, long at, long id, long kernel, long codeObject) {
        int kind = SegmentConstants.KIND_HOST_FUNCTION;
        MemorySegment record = withoutFacts(bytes, at, HOST_FUNCTION, SegmentConstants.KIND_HOST_FUNCTION_FACTS, kind);
        int struct = SegmentObject.SIZEOF;
        record.set(JAVA_LONG, struct + CallbackTracingCodeObjectHostKernelSymbolRegisterData.HOST_FUNCTION_ID, id);
        record.set(JAVA_LONG, struct + CallbackTracingCodeObjectHostKernelSymbolRegisterData.KERNEL_ID, kernel);
        record.set(
                JAVA_LONG, struct + CallbackTracingCodeObjectHostKernelSymbolRegisterData.CODE_OBJECT_ID, codeObject);
        return record;
    }

    private static MemorySegment withoutFacts(MemorySegment bytes, long at, int before, int kind, int newKind) {
        int text = RecordKinds.beforeObjectText(kind);
        long textBytes = Bytes.u64(bytes, at) - text;
        MemorySegment record = MemorySegment.ofArray(new long[Math.toIntExact((before + textBytes) / Long.BYTES)]);
        MemorySegment.copy(bytes, at, record, 0, before);
        MemorySegment.copy(bytes, at + text, record, before, textBytes);
        record.set(JAVA_LONG, SegmentObject.SIZE, record.byteSize());
        record.set(JAVA_INT, SegmentObject.KIND, newKind);
        return record;
    }

    private static boolean isZero(MemorySegment descriptor) {
        long some = 0;
        for (long at = 0; at < descriptor.byteSize(); at += Long.BYTES) {
            some |= Bytes.u64(descriptor, at);
        }
        return some == 0;
    }

    private static String processor(MemorySegment bytes, long at) {
        byte[] padded = bytes.asSlice(at + KERNEL + SegmentKernelFacts.PROCESSOR, PROCESSOR_BYTES)
                .toArray(JAVA_BYTE);
        String text = new String(padded, StandardCharsets.ISO_8859_1);
        int end = text.indexOf('\0');
        return end < 0 ? text : text.substring(0, end);
    }
}
