package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.CTypes;
import io.rocprofiler.facts.model.EnumType;
import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Kind;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Param;
import io.rocprofiler.facts.model.Struct;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// The types of another library that the SDK's payloads mention, for machines without that library's headers: its
/// enums and structs from the facts, handles as opaque pointers, everything else as an incomplete struct.
final class ForeignTypes {
    private static final Set<String> STANDARD = Set.of(
            "void",
            "char",
            "int",
            "unsigned",
            "signed",
            "long",
            "short",
            "float",
            "double",
            "size_t",
            "ssize_t",
            "bool",
            "const",
            "struct",
            "enum",
            "union",
            "volatile",
            "uint8_t",
            "uint16_t",
            "uint32_t",
            "uint64_t",
            "int8_t",
            "int16_t",
            "int32_t",
            "int64_t");

    private final Map<String, Declaration> declarations = new LinkedHashMap<>();
    private final String file;
    private final Set<String> elsewhere;
    private final Map<String, Struct> structs;
    private final CTypes types;

    /// @param elsewhere names that another header already declares
    /// @param structs layouts that may be used by value
    ForeignTypes(String file, Set<String> elsewhere, Map<String, Struct> structs, CTypes types) {
        this.file = file;
        this.elsewhere = elsewhere;
        this.structs = structs;
        this.types = types;
    }

    /// Adds the types of a library. Values come before pointers: only a value tells a handle from a struct.
    ForeignTypes add(Library library) {
        library.enums().values().forEach(this::add);
        params(library).filter(ForeignTypes::isValue).forEach(this::use);
        library.structs().values().forEach(this::add);
        params(library).forEach(this::use);
        return this;
    }

    private static Stream<Param> params(Library library) {
        return library.tables().stream()
                .flatMap(table -> table.slots().stream())
                .filter(slot -> slot.source().isEmpty())
                .flatMap(slot -> Stream.concat(
                        slot.params().stream(),
                        Stream.of(new Param(
                                "", slot.result().type(), slot.result().kind()))));
    }

    private static boolean isValue(Param param) {
        return !param.type().contains("*") && !param.kind().isStruct();
    }

    void add(EnumType type) {
        Map<String, Long> values = new LinkedHashMap<>(type.values());
        values.putAll(type.later());
        declare(type.name(), CDeclarations.enumeration(type.name(), types.tag(type), values));
    }

    void add(Struct struct) {
        if (declarations.containsKey(struct.name())) {
            return;
        }
        if (!allKnown(struct.fields())) {
            declare(struct.name(), "typedef struct %s %s;\n".formatted(types.tag(struct), struct.name()));
            return;
        }
        useFields(struct.fields());
        declare(struct.name(), CDeclarations.struct(struct, types.tag(struct)));
    }

    private boolean allKnown(List<Field> fields) {
        return fields.stream()
                .allMatch(field -> field.isInline()
                        ? allKnown(field.fields())
                        : !field.kind().isStruct()
                                || structs.containsKey(field.kind().reference()));
    }

    void useFields(List<Field> fields) {
        for (Field field : fields) {
            Struct needed = structs.get(field.kind().reference());
            if (needed != null) {
                add(needed);
            }
            use(field.type(), field.kind());
            useFields(field.fields());
        }
    }

    private void use(Param param) {
        use(param.type(), param.kind());
    }

    /// Declares the types that a value's type needs and that are not yet declared.
    private void use(String type, Kind kind) {
        for (String word : type.replaceAll("\\[.*", "").split("[^A-Za-z0-9_]+", -1)) {
            boolean known = word.isEmpty()
                    || STANDARD.contains(word)
                    || declarations.containsKey(word)
                    || elsewhere.contains(word)
                    || isTag(type, word);
            if (!known) {
                declareUsed(word, !type.contains("*"), kind);
            }
        }
    }

    private void declareUsed(String name, boolean value, Kind kind) {
        Struct struct = structs.get(name);
        if (struct != null) {
            add(struct);
            return;
        }
        String expression = types.expressions().get(name);
        declare(name, expression == null ? opaque(name, value, kind) : alias(name, expression));
    }

    private static boolean isTag(String type, String word) {
        return type.contains("struct " + word) || type.contains("union " + word) || type.contains("enum " + word);
    }

    /// Declares the types that the expression needs before the caller declares the name for it.
    private String alias(String name, String expression) {
        use(expression, Kind.parse("pointer"));
        return "typedef " + CDeclarations.declare(expression, name) + ";\n";
    }

    /// Declares a type that the facts only mention.
    private static String opaque(String name, boolean value, Kind kind) {
        if (value && kind.isPointer()) {
            boolean function = name.startsWith("ompt_")
                    || name.endsWith("_callback_t")
                    || name.endsWith("handler")
                    || name.endsWith("notifier");
            return function
                    ? "typedef void (*%s)(void);\n".formatted(name)
                    : "typedef struct %1$s_s* %1$s;\n".formatted(name);
        }
        return value
                ? "typedef %s %s;\n".formatted(CDeclarations.scalar(kind), name)
                : "typedef struct %1$s %1$s;\n".formatted(name);
    }

    private void declare(String name, String text) {
        declarations.put(name, new Declaration(name, file, text));
    }

    List<Declaration> declarations() {
        return List.copyOf(declarations.values());
    }
}
