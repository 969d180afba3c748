package io.rocprofiler.sdk;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// One callback: a view of native memory, valid only inside [CallbackHandler#onCallback] and on its thread.
///
/// Nothing is copied and nothing is allocated by the methods that return primitives. Arguments are those of the C
/// function, numbered from 0.
public interface CallbackRecord {
    CallbackTracingKind kind();

    /// The operation's number within its kind. For an API: the place of the function in its table.
    int operation();

    /// The operation's name. For an API: the C function's name.
    String operationName();

    /// `ENTER` before the call, `EXIT` after it, `NONE` for a point in time.
    CallbackPhase phase();

    /// The Linux thread id of the thread that made the call.
    long threadId();

    /// The number of this call, the same in its records, from 1 and without gaps over all traced calls.
    long internalCorrelationId();

    /// The traced call on the same thread inside which this one was made, or 0.
    long ancestorCorrelationId();

    /// The value a tool attached to this thread, or 0.
    long externalCorrelationId();

    long contextHandle();

    /// The payload struct of the kind, in AMD's layout, read-only. Allocates the segment.
    MemorySegment payload();

    /// How many arguments the function has; 0 for kinds that are not an API.
    int argumentCount();

    /// The C name of an argument.
    ///
    /// @throws IndexOutOfBoundsException if there is no such argument
    String argumentName(int argument);

    /// An argument as bits: integers sign- or zero-extended, pointers as addresses, a `double` or `float` as its
    /// raw bits, of a larger struct the first eight bytes.
    ///
    /// @throws IndexOutOfBoundsException if there is no such argument
    long argument(int argument);

    /// The C string an argument points to, or null if the pointer is null. Allocates the string.
    @Nullable
    String argumentString(int argument);

    /// The length in bytes of the C string an argument points to, at most [#MAX_STRING_BYTES]; 0 if the pointer
    /// is null.
    int argumentStringLength(int argument);

    /// The return value as bits, like [#argument]; 0 at entry and for functions without one.
    long returnValue();

    /// The tool's own word for this call: 0 at entry, at exit what the entry callback of the same context left.
    long userData();

    void userData(long value);

    /// Strings are read up to this many bytes, so that a pointer to something else does no harm.
    int MAX_STRING_BYTES = 32 * 1024;
}
