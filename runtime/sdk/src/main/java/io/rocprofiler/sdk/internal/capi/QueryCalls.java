package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.abi.AgentV0;
import io.rocprofiler.abi.AgentVersion;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import io.rocprofiler.abi.InterceptTable;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.internal.agent.AgentTable;
import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.registration.NativePlatform;
import io.rocprofiler.sdk.internal.seam.CArguments;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;
import org.jspecify.annotations.Nullable;

/// The C functions that query names, kinds, operations and agents: at any time, from any thread. Names stay valid
/// until the process exits.
final class QueryCalls {
    private static final int AGENT_VERSION = AgentVersion.VERSION_0.value();

    private final NativePlatform platform;
    private final Agents agents;

    QueryCalls(NativePlatform platform, Agents agents) {
        this.platform = platform;
        this.agents = agents;
    }

    /// `(kind, const char** name, uint64_t* name_len)`
    Status callbackKindName(CArguments args) {
        CallbackTracingKind kind = CallbackTracingKind.of(args.number(0));
        return answer(kind == null ? null : kind.name(), args.word(1), args.word(2), Status.ERROR_KIND_NOT_FOUND);
    }

    /// Arguments as for [#callbackKindName].
    Status bufferKindName(CArguments args) {
        BufferTracingKind kind = BufferTracingKind.of(args.number(0));
        return answer(kind == null ? null : kind.name(), args.word(1), args.word(2), Status.ERROR_KIND_NOT_FOUND);
    }

    /// `(kind, operation, const char** name, uint64_t* name_len)`
    Status callbackOperationName(CArguments args) {
        CallbackTracingKind kind = CallbackTracingKind.of(args.number(0));
        if (kind == null) return Status.ERROR_KIND_NOT_FOUND;
        if (kind == CallbackTracingKind.NONE) return Status.ERROR_INVALID_ARGUMENT;
        return operationName(Operations.name(kind, args.number(1)), args);
    }

    /// Arguments as for [#callbackOperationName].
    Status bufferOperationName(CArguments args) {
        BufferTracingKind kind = BufferTracingKind.of(args.number(0));
        if (kind == null) return Status.ERROR_KIND_NOT_FOUND;
        if (kind == BufferTracingKind.NONE) return Status.ERROR_INVALID_ARGUMENT;
        if (kind == BufferTracingKind.CORRELATION_ID_RETIREMENT) return Status.ERROR_NOT_IMPLEMENTED;
        return operationName(Operations.name(kind, args.number(1)), args);
    }

    private static Status operationName(@Nullable String name, CArguments args) {
        return answer(name, args.word(2), args.word(3), Status.ERROR_OPERATION_NOT_FOUND);
    }

    /// `(int (*callback)(kind, void* data), void* data)`
    Status callbackKinds(CArguments args) {
        return kinds(CallbackTracingKind.last(), args);
    }

    /// Arguments as for [#callbackKinds].
    Status bufferKinds(CArguments args) {
        return kinds(BufferTracingKind.last(), args);
    }

    private Status kinds(int last, CArguments args) {
        if (args.word(0) == 0) return Status.ERROR_INVALID_ARGUMENT;
        for (int kind = 0; kind < last; kind++) {
            if ((int) platform.invoke(args.word(0), kind, args.word(1), 0, 0, 0, 0) != 0) break;
        }
        return Status.SUCCESS;
    }

    /// `(kind, int (*callback)(kind, operation, void* data), void* data)`
    Status callbackOperations(CArguments args) {
        if (isLimit(args.number(0), CallbackTracingKind.last())) return Status.ERROR_INVALID_ARGUMENT;
        CallbackTracingKind kind = CallbackTracingKind.of(args.number(0));
        return operations(kind == null ? 0 : Operations.count(kind), args);
    }

    /// Arguments as for [#callbackOperations].
    Status bufferOperations(CArguments args) {
        if (isLimit(args.number(0), BufferTracingKind.last())) return Status.ERROR_INVALID_ARGUMENT;
        BufferTracingKind kind = BufferTracingKind.of(args.number(0));
        if (kind == BufferTracingKind.CORRELATION_ID_RETIREMENT) return Status.ERROR_NOT_IMPLEMENTED;
        return operations(kind == null ? 0 : Operations.count(kind), args);
    }

    /// Returns whether a kind is one of the two that AMD's enums begin and end with. Other numbers beyond the enum are
    /// no error in AMD's library: they have no operations.
    private static boolean isLimit(int kind, int last) {
        return kind == 0 || kind == last;
    }

    private Status operations(int count, CArguments args) {
        if (args.word(1) == 0) return Status.ERROR_INVALID_ARGUMENT;
        for (int operation = 0; operation < count; operation++) {
            if ((int) platform.invoke(args.word(1), args.number(0), operation, args.word(2), 0, 0, 0) != 0) break;
        }
        return Status.SUCCESS;
    }

    /// `(kind, const char** name, uint64_t* name_len)`
    Status externalRequestKindName(CArguments args) {
        ExternalCorrelationIdRequestKind kind = ExternalCorrelationIdRequestKind.of(args.number(0));
        return answer(kind == null ? null : kind.name(), args.word(1), args.word(2), Status.ERROR_KIND_NOT_FOUND);
    }

    /// `(table, const char** name, uint64_t* name_len)`
    Status interceptTableName(CArguments args) {
        return answer(tableName(args.number(0)), args.word(1), args.word(2), Status.ERROR_KIND_NOT_FOUND);
    }

    private static @Nullable String tableName(int table) {
        InterceptTable known = InterceptTable.of(table);
        if (known == null) return null;
        return switch (known) {
            case HSA_TABLE -> "HSA";
            case HIP_RUNTIME_TABLE -> "HIP (runtime)";
            case HIP_COMPILER_TABLE -> "HIP (compiler)";
            case MARKER_CORE_TABLE -> "MARKER (ROCTx)";
            case MARKER_CONTROL_TABLE -> "MARKER (ROCTx Control)";
            case MARKER_NAME_TABLE -> "MARKER (ROCTx Name)";
            case RCCL_TABLE -> "RCCL";
            case ROCDECODE_TABLE -> "rocDecode";
            case ROCJPEG_TABLE -> "rocJPEG";
            case ROCSHMEM_TABLE -> "rocSHMEM";
            case HIPFILE_TABLE -> "hipFILE";
        };
    }

    /// `(version, rocprofiler_status_t (*callback)(version, const void** agents, size_t n, void* data), size_t
    /// agent_size, void* data)`: returns the callback's status. Without a kernel driver there are no agents before
    /// the HSA runtime is initialised; the callback then receives none.
    Status agents(CArguments args) {
        if (args.number(0) != AGENT_VERSION) return Status.ERROR_INVALID_ARGUMENT;
        if (Long.compareUnsigned(args.word(2), AgentV0.SIZEOF) > 0) return Status.ERROR_INCOMPATIBLE_ABI;
        if (args.word(1) == 0) return Status.ERROR_INVALID_ARGUMENT;
        AgentTable known = agents.table();
        int answer =
                (int) platform.invoke(args.word(1), AGENT_VERSION, known.pointers(), known.count(), args.word(3), 0, 0);
        Status status = Status.of(answer);
        return status == null ? Status.ERROR : status;
    }

    /// Writes a name and its length. Both outputs are optional; one that is present is always written.
    private static Status answer(@Nullable String text, long nameAddress, long lengthAddress, Status unknown) {
        if (nameAddress != 0) Memory.putLong(nameAddress, text == null ? 0 : CStrings.intern(text));
        if (lengthAddress != 0) Memory.putLong(lengthAddress, text == null ? 0 : CStrings.lengthBytes(text));
        return text == null ? unknown : Status.SUCCESS;
    }
}
