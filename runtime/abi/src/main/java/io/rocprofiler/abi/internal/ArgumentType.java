package io.rocprofiler.abi.internal;

import java.util.List;

/// The C type of an argument, with all typedefs resolved.
///
/// @param mangledName the result of C++'s `typeid(T).name()`: `PKc` for `const char*`, `P12ihipStream_t`
///     for `hipStream_t`
/// @param indirections the number of pointers to follow to the value: 1 for `hipStream_t`, 2 for `void**`
/// @param form of the value behind them
public record ArgumentType(String mangledName, int indirections, ValueForm form) {
    /// Parses `type|mangled|pointers|form`.
    static ArgumentType parse(String line) {
        List<String> words = Lines.split(line);
        return new ArgumentType(words.get(1), Integer.parseInt(words.get(2)), ValueForm.parse(words.get(3)));
    }
}
