package io.rocprofiler.abi;

import java.util.List;

/// The C type of an argument, all typedefs resolved.
///
/// @param mangledName what C++'s `typeid(T).name()` answers: `PKc` for `const char*`, `P12ihipStream_t`
/// for `hipStream_t`
/// @param indirections how many pointers stand before the value: 1 for `hipStream_t`, 2 for `void**`
/// @param form of the value behind them
public record ArgumentType(String mangledName, int indirections, ValueForm form) {
    /// Reads `type|mangled|pointers|form`.
    static ArgumentType parse(String line) {
        List<String> words = Lines.split(line);
        return new ArgumentType(words.get(1), Integer.parseInt(words.get(2)), ValueForm.parse(words.get(3)));
    }
}
