package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.abi.BufferCategory;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CallbackTracingRecord;
import io.rocprofiler.abi.RecordHeader;
import io.rocprofiler.abi.Status;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.ArgumentType;
import io.rocprofiler.sdk.internal.argument.ArgumentList;
import io.rocprofiler.sdk.internal.argument.ArgumentScratch;
import io.rocprofiler.sdk.internal.argument.ArgumentText;
import io.rocprofiler.sdk.internal.argument.EnumStyle;
import io.rocprofiler.sdk.internal.registration.NativePlatform;
import io.rocprofiler.sdk.internal.seam.CArguments;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Messages;
import io.rocprofiler.sdk.internal.seam.ToolFailure;
import java.util.Objects;

/// The C functions that iterate over a call's arguments: at any time, from any thread. Names and types stay valid
/// until the process exits, the text of a value until the callback returns.
///
/// A record may be garbage: its payload is copied before it is read.
final class ArgumentCalls {
    private static final int RECORD_OPERATION = 12;

    private final NativePlatform platform;

    ArgumentCalls(NativePlatform platform) {
        this.platform = platform;
    }

    /// `(record, callback, int32_t max_dereferences, void* data)`. C passes the record by value, the
    /// trampoline the address of a copy. The callback is `int (kind, operation, uint32_t number, const void*
    /// value, int32_t indirections, const char* type, const char* name, const char* text, int32_t
    /// dereferences, void* data)`.
    Status ofCallback(CArguments args) {
        long record = args.word(0);
        if (record == 0) return Status.ERROR_INVALID_ARGUMENT;
        CallbackTracingKind kind = CallbackTracingKind.of(Memory.getInt(record + CallbackTracingRecord.KIND));
        if (kind == null || kind == CallbackTracingKind.NONE) return Status.ERROR_INVALID_ARGUMENT;
        if (!isIterable(kind)) return Status.ERROR_NOT_IMPLEMENTED;
        int operation = Memory.getInt(record + CallbackTracingRecord.OPERATION);
        ArgumentList list = ArgumentList.of(kind, operation);
        if (list == null) return Status.ERROR_OPERATION_NOT_FOUND;
        long payload = Memory.getLong(record + CallbackTracingRecord.PAYLOAD);
        long callback = args.word(1);
        if (callback == 0 || payload == 0) return Status.ERROR_INVALID_ARGUMENT;
        return iterate(
                list,
                payload + list.payloadArgs,
                new Reader(callback, kind.value(), operation, Math.max(0, args.number(2)), args.word(3)));
    }

    /// `(header, callback, void* data)`, the callback as above without dereferences: no pointer is followed,
    /// because its target may be gone. C passes the header by value, too.
    Status ofRecord(CArguments args) {
        long header = args.word(0);
        if (header == 0) return Status.ERROR_INVALID_ARGUMENT;
        if (Memory.getInt(header + RecordHeader.CATEGORY) != BufferCategory.TRACING.value()) {
            return Status.ERROR_INVALID_ARGUMENT;
        }
        BufferTracingKind kind = BufferTracingKind.of(Memory.getInt(header + RecordHeader.KIND));
        if (kind == null || kind == BufferTracingKind.NONE) return Status.ERROR_INVALID_ARGUMENT;
        ApiTable table = ApiTables.ofBufferKind(kind.value());
        if (table == null || table.bufferExtKind() != kind.value()) return Status.ERROR_NOT_IMPLEMENTED;
        long record = Memory.getLong(header + RecordHeader.PAYLOAD);
        long callback = args.word(1);
        if (callback == 0 || record == 0) return Status.ERROR_INVALID_ARGUMENT;
        if (!platform.readable(record, table.extRecordBytes())) return Status.ERROR_INVALID_ARGUMENT;
        int operation = Memory.getInt(record + RECORD_OPERATION);
        CallbackTracingKind api = Objects.requireNonNull(CallbackTracingKind.of(table.callbackKind()));
        ArgumentList list = ArgumentList.of(api, operation);
        if (list == null) return Status.ERROR_OPERATION_NOT_FOUND;
        return iterate(list, record + list.recordArgs, new Reader(callback, kind.value(), operation, -1, args.word(2)));
    }

    /// The callback that receives the arguments, and its parameters.
    ///
    /// @param maxDereferences -1 for a callback that has no parameter for their number
    private record Reader(long callback, int kind, int operation, int maxDereferences, long data) {}

    private Status iterate(ArgumentList list, long values, Reader reader) {
        if (list.count() == 0) return Status.SUCCESS;
        ArgumentScratch scratch = ArgumentScratch.take();
        try {
            if (!platform.peek().copy(scratch.values, values, list.sizeBytes)) return Status.ERROR_INVALID_ARGUMENT;
            for (int i = 0; i < list.count(); i++) if (show(list, i, values, reader, scratch) != 0) break;
            return Status.SUCCESS;
        } catch (ToolFailure failure) {
            Messages.warn("a callback that a tool gave for arguments failed: " + Messages.describe(failure));
            return Status.ERROR;
        } finally {
            scratch.giveBack();
        }
    }

    /// Calls the callback with one argument and returns its result.
    private int show(ArgumentList list, int argument, long values, Reader reader, ArgumentScratch scratch) {
        int offset = list.offsets[argument];
        ArgumentType type = list.types[argument];
        int dereferences = ArgumentText.write(
                type, scratch.values + offset, reader.maxDereferences(), EnumStyle.AMD, scratch, platform.peek());
        long words = scratch.words;
        Memory.putLong(words, reader.kind());
        Memory.putLong(words + 8, reader.operation());
        Memory.putLong(words + 16, argument);
        Memory.putLong(words + 24, values + offset);
        Memory.putLong(words + 32, type.indirections());
        Memory.putLong(words + 40, list.mangledTypes[argument]);
        Memory.putLong(words + 48, list.names[argument]);
        Memory.putLong(words + 56, scratch.text.address());
        boolean counted = reader.maxDereferences() >= 0;
        Memory.putLong(words + 64, counted ? dereferences : reader.data());
        Memory.putLong(words + 72, counted ? reader.data() : 0);
        return (int) platform.invokeMany(reader.callback(), words);
    }

    /// Whether AMD's library iterates over arguments of this kind: not for RCCL and rocJPEG.
    private static boolean isIterable(CallbackTracingKind kind) {
        return switch (kind) {
            case HSA_CORE_API,
                    HSA_AMD_EXT_API,
                    HSA_IMAGE_EXT_API,
                    HSA_FINALIZE_EXT_API,
                    HIP_RUNTIME_API,
                    HIP_COMPILER_API,
                    MARKER_CORE_API,
                    MARKER_CONTROL_API,
                    MARKER_NAME_API,
                    MARKER_CORE_RANGE_API,
                    OMPT,
                    ROCDECODE_API,
                    ROCSHMEM_API,
                    HIPFILE_API -> true;
            default -> false;
        };
    }
}
