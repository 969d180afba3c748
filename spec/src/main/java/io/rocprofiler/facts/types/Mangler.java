package io.rocprofiler.facts.types;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Computes the result of `typeid(T).name()`: a type's name in the Itanium C++ ABI, section 5.1.5.
///
/// A repeated component is replaced by a reference to its first occurrence: `S_` for the first, `S0_` for the
/// second, and so on (section 5.1.10). Built-in types are not components.
public final class Mangler {
    private final Map<String, String> special;
    private final List<CType> components = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    private Mangler(Map<String, String> special) {
        this.special = special;
    }

    /// Returns the mangled name of a type.
    ///
    /// @param special tag to the name of a type that C does not have
    public static String mangle(CType type, Map<String, String> special) {
        Mangler mangler = new Mangler(special);
        mangler.add(type.unqualified());
        return mangler.text.toString();
    }

    private void add(CType type) {
        if (type instanceof CType.Scalar(String code, String spelling)) {
            text.append(code);
            return;
        }
        int known = components.indexOf(type);
        if (known >= 0) {
            text.append('S');
            if (known > 0) {
                text.append(Integer.toString(known - 1, 36).toUpperCase(Locale.ROOT));
            }
            text.append('_');
            return;
        }
        addNew(type);
        components.add(type);
    }

    private void addNew(CType type) {
        switch (type) {
            case CType.Scalar scalar -> throw new IllegalStateException(scalar.code());
            case CType.Tagged tagged -> {
                String name = special.get(tagged.tag());
                text.append(name == null ? tagged.tag().length() + tagged.tag() : name);
            }
            case CType.Pointer(CType to) -> {
                text.append('P');
                add(to);
            }
            case CType.Qualified(boolean isConst, boolean isVolatile, CType inner) -> {
                text.append(isVolatile ? "V" : "").append(isConst ? "K" : "");
                add(inner);
            }
            case CType.Function(CType result, List<CType> parameters) -> {
                text.append('F');
                add(result);
                parameters.forEach(this::add);
                text.append(parameters.isEmpty() ? "vE" : "E");
            }
        }
    }
}
