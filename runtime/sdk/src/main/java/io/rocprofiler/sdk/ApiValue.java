package io.rocprofiler.sdk;

import io.rocprofiler.abi.NativeEnum;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// An argument or the result of a call, typed as in C. Each method states the types it supports; for others it
/// throws `IllegalArgumentException` with the value's name and type.
///
/// Not for implementation: see the package.
public interface ApiValue {
    /// Strings are read up to this many bytes, so that a pointer to something other than a string does no harm.
    int MAX_STRING_BYTES = 32 * 1024;

    /// {@return the parameter's name in C, or `result`}
    String name();

    /// {@return the C type as written in the header}
    String type();

    /// {@return whether the type is a pointer, including one behind a typedef such as `hipStream_t`}
    boolean isPointer();

    /// {@return an integer, sign- or zero-extended; the number of an enumerator; an address; or the single word of
    /// a handle such as `hsa_agent_t`}
    long asLong();

    /// {@return the same as [#asLong], for types of at most four bytes}
    int asInt();

    /// {@return the constant of an enumeration, such as `HipMemcpyKind` or, for results, `HipError`; null if its number
    /// has none}
    ///
    /// @param <E> the enumeration
    /// @param type from `io.rocprofiler.abi`
    <E extends Enum<E> & NativeEnum> @Nullable E asEnum(Class<E> type);

    /// {@return the value of a `float` or `double`}
    double asDouble();

    /// {@return the address in a pointer; 0 for a null pointer}
    long asAddress();

    /// {@return the C string that a `char*` points to, or null if the pointer is null or the string cannot be read}
    /// Allocates the string.
    @Nullable
    String asString();

    /// {@return the length in bytes of the C string that a `char*` points to, at most [#MAX_STRING_BYTES]; 0 if the
    /// pointer is null}
    int stringLengthBytes();

    /// {@return the value of any type as AMD's tools print it: enumerators by name, structs by their members,
    /// strings, addresses in hexadecimal, `(null)`} Pointers to types that the profiler can read are followed: one
    /// level before the function has returned, two levels afterwards, and not at all in a record, whose call
    /// returned long ago. Allocates the string.
    String asText();

    /// {@return the bytes of a value of any type, such as a struct, read-only} Allocates the segment.
    MemorySegment asSegment();
}
