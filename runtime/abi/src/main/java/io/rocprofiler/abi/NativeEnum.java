package io.rocprofiler.abi;

/// A constant of a C enumeration that is not one of operations: see [Operation].
public interface NativeEnum {
    /// {@return the number that C knows}
    int value();

    /// {@return the enumerator as C spells it}
    String nativeName();
}
