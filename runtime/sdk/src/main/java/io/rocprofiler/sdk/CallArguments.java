package io.rocprofiler.sdk;

/// What a function was called with, and what it returned.
///
/// The values are views, too: one for each argument, moved with the call they belong to.
public interface CallArguments {
    /// {@return how many arguments there are; 0 also for a record whose kind does not keep them}
    int argumentCount();

    /// {@return an argument by its place, from 0}
    ///
    /// @param index from 0
    /// @throws IndexOutOfBoundsException if there is no such argument
    ApiValue argument(int index);

    /// {@return an argument by the name it has in C}
    ///
    /// @param name as in C
    /// @throws IllegalArgumentException if there is no such argument; the message names those there are
    ApiValue argument(String name);

    /// {@return whether the function has returned a value: not at its entry, and not if it returns nothing}
    boolean hasResult();

    /// {@return what the function returned}
    ///
    /// @throws IllegalStateException unless [#hasResult]
    ApiValue result();
}
