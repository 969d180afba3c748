package io.rocprofiler.trace.kind;

import io.rocprofiler.abi.BufferTracingHipApiExtRecord;
import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.BufferTracingHipGraphRecord;
import io.rocprofiler.abi.BufferTracingKernelDispatchRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.BufferTracingMemoryAllocationRecord;
import io.rocprofiler.abi.BufferTracingMemoryCopyRecord;
import io.rocprofiler.abi.BufferTracingRocdecodeApiExtRecord;
import io.rocprofiler.abi.BufferTracingScratchMemoryRecord;
import io.rocprofiler.abi.CallbackTracingCodeObjectHostKernelSymbolRegisterData;
import io.rocprofiler.abi.CallbackTracingCodeObjectKernelSymbolRegisterData;
import io.rocprofiler.abi.CallbackTracingCodeObjectLoadData;
import io.rocprofiler.abi.internal.SegmentCall;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentGone;
import io.rocprofiler.abi.internal.SegmentKernelFacts;
import io.rocprofiler.abi.internal.SegmentName;
import io.rocprofiler.abi.internal.SegmentObject;
import io.rocprofiler.abi.internal.SegmentRangeOpen;
import io.rocprofiler.abi.internal.SegmentText;

/// The minimum size of a record of each kind. A shorter record is damaged.
public final class RecordKinds {

    /// The size of `size`, `kind` and `operation`, which begin every record.
    public static final int SHORTEST = 16;

    private static final int HIP_RUNTIME = BufferTracingKind.HIP_RUNTIME_API.value();
    private static final int HIP_RUNTIME_EXT = BufferTracingKind.HIP_RUNTIME_API_EXT.value();
    private static final int HIP_COMPILER_EXT = BufferTracingKind.HIP_COMPILER_API_EXT.value();
    private static final int ROCDECODE_EXT = BufferTracingKind.ROCDECODE_API_EXT.value();

    private RecordKinds() {}

    public static int leastSize(int kind) {
        if (kind == SegmentConstants.KIND_TEXT || kind == SegmentConstants.KIND_RENAME) {
            return SegmentText.SIZEOF;
        }
        if (kind == SegmentConstants.KIND_NAME) {
            return SegmentName.SIZEOF;
        }
        if (kind == SegmentConstants.KIND_RANGE_OPEN) {
            return SegmentRangeOpen.SIZEOF;
        }
        if (hasArguments(kind)) {
            return SegmentCall.SIZEOF;
        }
        if (kind == SegmentConstants.KIND_GONE) {
            return SegmentGone.SIZEOF;
        }
        int beforeText = beforeObjectText(kind);
        if (beforeText >= 0) {
            return beforeText;
        }
        Domain domain = Domain.ofKind(kind);
        return domain == null ? SHORTEST : leastSize(domain);
    }

    private static int leastSize(Domain domain) {
        return switch (domain) {
            case KERNEL_DISPATCH -> BufferTracingKernelDispatchRecord.SIZEOF;
            case MEMORY_COPY -> BufferTracingMemoryCopyRecord.SIZEOF;
            case MEMORY_ALLOCATION -> BufferTracingMemoryAllocationRecord.SIZEOF;
            case SCRATCH_MEMORY -> BufferTracingScratchMemoryRecord.SIZEOF;
            case HIP_GRAPH -> BufferTracingHipGraphRecord.SIZEOF;
            case HSA_API, HIP_API, MARKER_API, RCCL_API, ROCDECODE_API, ROCJPEG_API -> BufferTracingHipApiRecord.SIZEOF;
        };
    }

    /// Returns the offset of the start time in records of a domain; the end time follows it.
    public static int startOffset(Domain domain) {
        return switch (domain) {
            case KERNEL_DISPATCH -> BufferTracingKernelDispatchRecord.START_TIMESTAMP;
            case MEMORY_COPY -> BufferTracingMemoryCopyRecord.START_TIMESTAMP;
            case MEMORY_ALLOCATION -> BufferTracingMemoryAllocationRecord.START_TIMESTAMP;
            case SCRATCH_MEMORY -> BufferTracingScratchMemoryRecord.START_TIMESTAMP;
            case HIP_GRAPH -> BufferTracingHipGraphRecord.START_TIMESTAMP;
            case HSA_API, HIP_API, MARKER_API, RCCL_API, ROCDECODE_API, ROCJPEG_API ->
                BufferTracingHipApiRecord.START_TIMESTAMP;
        };
    }

    /// Returns the size of the AMD struct that a record with arguments represents. The record itself is shorter,
    /// unless it was written in the struct's form.
    public static int structSize(int kind) {
        return kind == ROCDECODE_EXT ? BufferTracingRocdecodeApiExtRecord.SIZEOF : BufferTracingHipApiExtRecord.SIZEOF;
    }

    /// Returns the offset of the arguments in a record.
    ///
    /// @param isStruct whether the record has the form of AMD's struct
    public static int argumentsOffset(boolean isStruct) {
        return isStruct ? BufferTracingHipApiExtRecord.ARGS : SegmentCall.SIZEOF;
    }

    /// Returns the offset of the result in a record.
    ///
    /// @param isStruct whether the record has the form of AMD's struct
    public static int resultOffset(int kind, boolean isStruct) {
        if (!isStruct) {
            return SegmentCall.RESULT;
        }
        return kind == ROCDECODE_EXT ? BufferTracingRocdecodeApiExtRecord.RETVAL : BufferTracingHipApiExtRecord.RETVAL;
    }

    /// Returns the size of AMD's struct in a code object record of this kind, -1 for other kinds.
    public static int objectSize(int kind) {
        return switch (kind) {
            case SegmentConstants.KIND_CODE_OBJECT -> CallbackTracingCodeObjectLoadData.SIZEOF;
            case SegmentConstants.KIND_KERNEL_SYMBOL -> CallbackTracingCodeObjectKernelSymbolRegisterData.SIZEOF;
            case SegmentConstants.KIND_HOST_FUNCTION -> CallbackTracingCodeObjectHostKernelSymbolRegisterData.SIZEOF;
            default -> -1;
        };
    }

    /// Returns the number of bytes before the text of a code object record, or of facts that become one, -1 for other
    /// kinds.
    public static int beforeObjectText(int kind) {
        return switch (kind) {
            case SegmentConstants.KIND_KERNEL_FACTS ->
                beforeObjectText(SegmentConstants.KIND_KERNEL_SYMBOL) + SegmentKernelFacts.SIZEOF;
            case SegmentConstants.KIND_HOST_FUNCTION_FACTS ->
                beforeObjectText(SegmentConstants.KIND_HOST_FUNCTION) + Long.BYTES; // the time
            default -> objectSize(kind) < 0 ? -1 : SegmentObject.SIZEOF + objectSize(kind);
        };
    }

    /// Whether records of calls of this kind also tell the HIP stream that the call used.
    public static boolean namesStream(int kind) {
        return kind == HIP_RUNTIME || kind == HIP_RUNTIME_EXT;
    }

    public static boolean hasArguments(int kind) {
        return kind == HIP_RUNTIME_EXT || kind == HIP_COMPILER_EXT || kind == ROCDECODE_EXT;
    }
}
