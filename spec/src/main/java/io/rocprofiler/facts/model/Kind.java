package io.rocprofiler.facts.model;

/// The machine type of a value: `u64`, `pointer`, `struct:dim3`, `enum:hipError_t`, `i8[64]`, ...
///
/// @param base the scalar (`u8` … `u64`, `i8` … `i64`, `f32`, `f64`), `pointer`, `enum`, `struct`, `union` or `void`
/// @param reference the type's name for `struct:` and `enum:`, else empty
/// @param count the number of array elements, 0 when the value is not an array
public record Kind(String base, String reference, int count) {
    public static Kind parse(String text) {
        int bracket = text.indexOf('[');
        int count = bracket < 0 ? 0 : Integer.parseInt(text.substring(bracket + 1, text.length() - 1));
        String element = bracket < 0 ? text : text.substring(0, bracket);
        int colon = element.indexOf(':');
        return colon < 0
                ? new Kind(element, "", count)
                : new Kind(element.substring(0, colon), element.substring(colon + 1), count);
    }

    public boolean isPointer() {
        return base.equals("pointer");
    }

    public boolean isStruct() {
        return base.equals("struct") || base.equals("union");
    }

    public boolean isEnum() {
        return base.equals("enum");
    }

    public boolean isVoid() {
        return base.equals("void");
    }

    public boolean isFloat() {
        return base.equals("f32") || base.equals("f64");
    }

    /// The size of one element in bytes, or 0 for `void` and for structs, whose size only their layout gives.
    public int scalarBytes() {
        return switch (base) {
            case "pointer", "u64", "i64", "f64" -> 8;
            case "enum", "u32", "i32", "f32" -> 4;
            case "u16", "i16" -> 2;
            case "u8", "i8" -> 1;
            default -> 0;
        };
    }

    @Override
    public String toString() {
        return base + (reference.isEmpty() ? "" : ":" + reference) + (count == 0 ? "" : "[" + count + "]");
    }
}
