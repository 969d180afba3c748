package io.rocprofiler.abi.internal;

/// The form of a value of a C type, after following all of the type's pointers.
///
/// @param kind how to interpret its bytes
/// @param sizeBytes of the value; 0 where the value cannot be read
/// @param index of the enum in `EnumNames` or of the struct in `ArgumentTypes`; -1 for all others
public record ValueForm(Kind kind, int sizeBytes, int index) {
    /// The kind of a value. `TEXT` is `char`: a pointer to it is a NUL-terminated string. `FUNCTION`, `VOID` and
    /// `OPAQUE` (a struct of unknown layout) only occur behind pointers.
    public enum Kind {
        /// No value.
        VOID,
        /// A pointer to a function.
        FUNCTION,
        /// A value whose content is not shown.
        OPAQUE,
        /// `bool`, or a type that represents it.
        BOOL,
        /// An unsigned integer.
        UNSIGNED,
        /// A signed integer.
        SIGNED,
        /// A floating-point number.
        FLOAT,
        /// A C string.
        TEXT,
        /// A constant of an enumeration.
        ENUM,
        /// A struct whose members are shown.
        STRUCT
    }

    /// {@return whether a pointer to this form leads to a readable value}
    public boolean isReadable() {
        return sizeBytes != 0;
    }

    /// Parses `void`, `function`, `opaque`, `bool`, `text`, `u8` … `i64`, `f32`, `f64`, `enum:N` or `struct:N`.
    static ValueForm parse(String text) {
        int colon = text.indexOf(':');
        if (colon >= 0) {
            int index = Integer.parseInt(text.substring(colon + 1));
            return text.startsWith("enum")
                    ? new ValueForm(Kind.ENUM, Integer.BYTES, index)
                    : new ValueForm(Kind.STRUCT, ArgumentTypes.struct(index).sizeBytes(), index);
        }
        return switch (text) {
            case "void" -> new ValueForm(Kind.VOID, 0, -1);
            case "function" -> new ValueForm(Kind.FUNCTION, 0, -1);
            case "opaque" -> new ValueForm(Kind.OPAQUE, 0, -1);
            case "bool" -> new ValueForm(Kind.BOOL, 1, -1);
            case "text" -> new ValueForm(Kind.TEXT, 1, -1);
            default -> number(text.charAt(0), Integer.parseInt(text.substring(1)) / Byte.SIZE);
        };
    }

    private static ValueForm number(char letter, int sizeBytes) {
        Kind kind = letter == 'u' ? Kind.UNSIGNED : letter == 'i' ? Kind.SIGNED : Kind.FLOAT;
        return new ValueForm(kind, sizeBytes, -1);
    }
}
