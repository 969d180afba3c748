package io.rocprofiler.sdk;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// An argument or the result of a call, of a type that C knows. Each method says for which types it is; for
/// others it throws `IllegalArgumentException` with the value's name and type.
public interface ApiValue {
    /// Strings are read up to this many bytes, so that a pointer to something else does no harm.
    int MAX_STRING_BYTES = 32 * 1024;

    /// {@return the parameter's name in C; `result` for a result}
    String name();

    /// {@return the C type as the header writes it}
    String type();

    /// {@return whether it is a pointer, also one that C hides behind a name: `hipStream_t`}
    boolean isPointer();

    /// {@return an integer, sign- or zero-extended; the number of an enumerator; an address; or the one word of a
    /// handle such as `hsa_agent_t`}
    long asLong();

    /// {@return as [#asLong], for types of at most four bytes}
    int asInt();

    /// {@return a `float` or `double`}
    double asDouble();

    /// {@return a pointer's address; 0 for a null pointer}
    long asAddress();

    /// {@return the C string that a `char*` points to, or null if there is none or it cannot be read} Allocates
    /// the string.
    @Nullable
    String asString();

    /// {@return the length in bytes of the C string that a `char*` points to, at most [#MAX_STRING_BYTES]; 0 if the
    /// pointer is null}
    int stringLengthBytes();

    /// {@return the value as AMD's tools write it, for any type: enumerators by name, structs by their members,
    /// strings, addresses in hexadecimal, `(null)`} A pointer is followed where there is something known to read:
    /// once before the function has returned, twice afterwards; not in a record, whose call is long over. Allocates
    /// the string.
    String asText();

    /// {@return the bytes of the value itself, a struct for example, read-only} For any type. Allocates the segment.
    MemorySegment asSegment();
}
