package io.rocprofiler.facts.types;

import java.util.List;

/// A C type with every typedef resolved.
public sealed interface CType {
    /// A built-in type.
    ///
    /// @param code the letter of the Itanium ABI, `v` for void
    record Scalar(String code, String spelling) implements CType {}

    /// A struct, union or enum.
    ///
    /// @param name the name under which the facts list its layout or its enumerators
    record Tagged(String keyword, String tag, String name) implements CType {
        boolean isEnum() {
            return keyword.equals("enum");
        }
    }

    record Pointer(CType to) implements CType {}

    /// A type with a qualifier; at least one of the two is true.
    record Qualified(boolean isConst, boolean isVolatile, CType type) implements CType {}

    record Function(CType result, List<CType> parameters) implements CType {}

    /// Returns the type without its top-level qualifiers, which `typeid` ignores.
    default CType unqualified() {
        return this instanceof Qualified qualified ? qualified.type() : this;
    }

    /// Returns a C++ declaration of `declarator` with elaborated types, so that it needs no typedef.
    default String spell(String declarator) {
        return switch (this) {
            case Scalar scalar -> words(scalar.spelling(), declarator);
            case Tagged tagged -> words(tagged.keyword() + " " + tagged.tag(), declarator);
            case Qualified(boolean isConst, boolean isVolatile, CType type) -> {
                String words = (isConst ? "const" : "") + (isVolatile ? " volatile" : "");
                yield type.spell(words(words.strip(), declarator));
            }
            case Pointer(CType to) ->
                to.unqualified() instanceof Function
                        ? to.spell("(*" + declarator + ")")
                        : to.spell("*" + (declarator.isEmpty() ? "" : " " + declarator));
            case Function(CType result, List<CType> parameters) ->
                result.spell(declarator + "("
                        + String.join(
                                ", ",
                                parameters.stream()
                                        .map(parameter -> parameter.spell(""))
                                        .toList())
                        + ")");
        };
    }

    private static String words(String first, String second) {
        return second.isEmpty() ? first : first + " " + second;
    }
}
