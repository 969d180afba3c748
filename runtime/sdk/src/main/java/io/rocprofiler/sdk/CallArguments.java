package io.rocprofiler.sdk;

/// The arguments and the result of a function call.
///
/// The values are views as well: one for each argument, moved along with the call.
public sealed interface CallArguments permits ApiCall, ApiRecord, OmptEvent {
    /// {@return the number of arguments; 0 also for a record whose kind does not keep them}
    int argumentCount();

    /// {@return an argument by its position}
    ///
    /// @param index position, from 0
    /// @throws IndexOutOfBoundsException if there is no such argument
    ApiValue argument(int index);

    /// {@return an argument by its name in C}
    ///
    /// @param name as in C
    /// @throws IllegalArgumentException if there is no such argument; the message lists the names of all arguments
    ApiValue argument(String name);

    /// {@return whether a result is available: false at the function's entry, and for a function that
    /// returns nothing}
    boolean hasResult();

    /// {@return the value that the function returned}
    ///
    /// @throws IllegalStateException unless [#hasResult]
    ApiValue result();
}
