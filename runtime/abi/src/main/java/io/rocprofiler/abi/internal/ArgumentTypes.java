package io.rocprofiler.abi.internal;

import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The C types of arguments, by their spelling in `ApiParameter.type`.
///
/// Thread rule: any thread. Each type is parsed on first use and cached.
public final class ArgumentTypes {
    private static final ConcurrentHashMap<String, ArgumentType> KNOWN = new ConcurrentHashMap<>();
    private static final ConcurrentHashMap<Integer, StructForm> STRUCTS = new ConcurrentHashMap<>();
    private static @Nullable Lines types;
    private static @Nullable Lines structs;

    private ArgumentTypes() {}

    /// {@return the type with that spelling}
    ///
    /// @param type its spelling in C
    /// @throws IllegalArgumentException if no traced function has an argument of this type
    public static ArgumentType of(String type) {
        ArgumentType known = KNOWN.get(type);
        if (known == null) {
            Lines lines = types();
            int line = lines.findKey(type);
            if (line < 0) {
                throw new IllegalArgumentException("type=" + type);
            }
            known = ArgumentType.parse(lines.get(line));
            KNOWN.put(type, known);
        }
        return known;
    }

    /// {@return the struct at a form's `index`}
    ///
    /// @param index from a form
    public static StructForm struct(int index) {
        StructForm known = STRUCTS.get(index);
        if (known == null) {
            known = StructForm.parse(structs().get(index));
            STRUCTS.put(index, known);
        }
        return known;
    }

    private static Lines types() {
        Lines lines = types;
        if (lines == null) {
            lines = new Lines(ArgumentTypeText.types());
            types = lines;
        }
        return lines;
    }

    private static Lines structs() {
        Lines lines = structs;
        if (lines == null) {
            lines = new Lines(ArgumentTypeText.structs());
            structs = lines;
        }
        return lines;
    }
}
