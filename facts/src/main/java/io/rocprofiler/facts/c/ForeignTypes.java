package io.rocprofiler.facts.c;

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

    /// Handles whose C name is part of other declarations, or that are no plain opaque pointers.
    private static final Map<String, String> HANDLES = Map.ofEntries(
            Map.entry("hipDeviceptr_t", "typedef void* hipDeviceptr_t;"),
            Map.entry("hipStream_t", "typedef struct ihipStream_t* hipStream_t;"),
            Map.entry("hipEvent_t", "typedef struct ihipEvent_t* hipEvent_t;"),
            Map.entry("hipHostFn_t", "typedef void (*hipHostFn_t)(void* user_data);"),
            Map.entry(
                    "hipStreamCallback_t",
                    "typedef void (*hipStreamCallback_t)(struct ihipStream_t* stream, hipError_t status, void* user_data);"),
            Map.entry("hipArray_t", "typedef struct hipArray* hipArray_t;"),
            Map.entry("hipArray_const_t", "typedef const struct hipArray* hipArray_const_t;"),
            Map.entry("hipMipmappedArray_t", "typedef struct hipMipmappedArray* hipMipmappedArray_t;"),
            Map.entry(
                    "hipMipmappedArray_const_t", "typedef const struct hipMipmappedArray* hipMipmappedArray_const_t;"),
            Map.entry("hipExternalMemory_t", "typedef void* hipExternalMemory_t;"),
            Map.entry("hipExternalSemaphore_t", "typedef void* hipExternalSemaphore_t;"),
            Map.entry("hsa_ext_module_t", "typedef void* hsa_ext_module_t;"),
            Map.entry("ncclComm_t", "typedef struct ncclComm* ncclComm_t;"),
            Map.entry("ompt_interface_fn_t", "typedef void (*ompt_interface_fn_t)(void);"),
            Map.entry(
                    "ompt_function_lookup_t",
                    "typedef void (*(*ompt_function_lookup_t)(const char* interface_function_name))(void);"),
            Map.entry("RocdecVideoParser", "typedef void* RocdecVideoParser;"),
            Map.entry("rocDecDecoderHandle", "typedef void* rocDecDecoderHandle;"),
            Map.entry("RocdecBitstreamReader", "typedef void* RocdecBitstreamReader;"),
            Map.entry("RocJpegHandle", "typedef void* RocJpegHandle;"),
            Map.entry("RocJpegStreamHandle", "typedef void* RocJpegStreamHandle;"));

    private final Map<String, Declaration> declarations = new LinkedHashMap<>();
    private final String file;
    private final Set<String> elsewhere;
    private final Map<String, Struct> structs;

    /// @param elsewhere names that another header already declares
    /// @param structs layouts that may be used by value
    ForeignTypes(String file, Set<String> elsewhere, Map<String, Struct> structs) {
        this.file = file;
        this.elsewhere = elsewhere;
        this.structs = structs;
    }

    /// Values before pointers: only a value tells a handle from a struct.
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
        declare(type.name(), CDeclarations.enumeration(type.name(), values));
    }

    void add(Struct struct) {
        if (declarations.containsKey(struct.name())) {
            return;
        }
        if (!allKnown(struct.fields())) {
            declare(
                    struct.name(),
                    "typedef struct %s %s;\n".formatted(CDeclarations.foreignTag(struct), struct.name()));
            return;
        }
        useFields(struct.fields());
        declare(struct.name(), CDeclarations.struct(struct, CDeclarations.foreignTag(struct)));
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

    /// Declares what a value's type needs, if nothing has declared it yet.
    private void use(String type, Kind kind) {
        for (String word : type.replaceAll("\\[.*", "").split("[^A-Za-z0-9_]+", -1)) {
            boolean known = word.isEmpty()
                    || STANDARD.contains(word)
                    || declarations.containsKey(word)
                    || elsewhere.contains(word)
                    || type.contains("struct " + word);
            if (!known) {
                declare(word, opaque(word, !type.contains("*"), kind));
            }
        }
    }

    private static String opaque(String name, boolean value, Kind kind) {
        String handle = HANDLES.get(name);
        if (handle != null) {
            return handle + "\n";
        }
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
