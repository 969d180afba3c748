package io.rocprofiler.abi.internal;

/// A parameter of a traced function, and the place of its value in the payload's `args`.
///
/// @param name the member's name in the payload
/// @param type the C type of that member as written in the header, a key of [ArgumentTypes]
/// @param kind the machine type: `u8` … `u64`, `i8` … `i64`, `f32`, `f64`, `pointer`, `enum:<name>`, `struct:<name>`
/// @param offset in `args`, in bytes; -1 for a function the SDK does not trace
/// @param size in bytes
public record ApiParameter(String name, String type, String kind, int offset, int size) {
    /// {@return whether the argument is a pointer}
    public boolean isPointer() {
        return kind.equals("pointer");
    }

    /// {@return whether the argument is a struct by value}
    public boolean isStruct() {
        return kind.startsWith("struct:");
    }

    /// {@return whether the argument is of an enumeration}
    public boolean isEnum() {
        return kind.startsWith("enum:");
    }
}
