package io.rocprofiler.facts.model;

import java.util.List;
import java.util.Map;

/// Definitions of type names that the other facts do not declare (`c-types.json`).
///
/// @param expressions name to an elaborated type (`struct ihipStream_t*`), a scalar or another name
/// @param mangled tag to the mangled name of a type that no C declaration can express
/// @param shortened enum to the prefix that AMD's library leaves out of its enumerators in the texts of arguments
/// @param inOrder structs that AMD's library shows with the first member first, others with the last one first
/// @param structs layouts of structs that are referred to only through pointers
/// @param shown layouts of further such structs, for the texts of arguments only
/// @param newer library to the types that older releases' headers lack, each with the preprocessor's condition for
///     that, empty where the declaration may be repeated
public record CTypes(
        Map<String, String> expressions,
        Map<String, String> mangled,
        Map<String, String> shortened,
        List<String> inOrder,
        Map<String, Struct> structs,
        Map<String, Struct> shown,
        Map<String, Map<String, String>> newer) {
    private static final String STRUCT = "struct ";
    private static final String UNION = "union ";
    private static final String ENUM = "enum ";

    /// Returns the tag of a struct or union whose layout the facts hold: `hsa_agent_s` for `hsa_agent_t`, in other
    /// libraries the name itself unless an entry overrides it.
    public String tag(Struct struct) {
        String known = expressions.getOrDefault(struct.name(), "");
        if (known.startsWith(STRUCT) || known.startsWith(UNION)) {
            return known.substring(known.indexOf(' ') + 1);
        }
        return struct.name().startsWith("hsa_") ? struct.name().replaceFirst("_t$", "_s") : struct.name();
    }

    /// Returns the tag of an enum; its own name if it has none.
    public String tag(EnumType type) {
        String known = expressions.getOrDefault(type.name(), "");
        return known.startsWith(ENUM) ? known.substring(ENUM.length()) : type.name();
    }
}
