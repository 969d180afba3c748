package io.rocprofiler.facts.model;

import java.util.List;

/// One member of a struct. Offsets count from the start of the outermost struct, also for nested members.
///
/// @param name empty for an anonymous struct or union
/// @param type the C type as written in the header (`char[64]` for arrays), empty for an inline struct or union
/// @param bit the first bit inside the byte at `offset`, meaningful when `bits` is not 0
/// @param bits the width of a bit field, 0 for an ordinary member
/// @param fields the members of an inline struct or union
public record Field(String name, String type, Kind kind, int offset, int size, int bit, int bits, List<Field> fields) {
    /// Whether the members are declared inside this field instead of in a separate type.
    public boolean isInline() {
        return !fields.isEmpty();
    }
}
