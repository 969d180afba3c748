package io.rocprofiler.facts.model;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads the folder of facts.
final class FactsReader {
    private static final List<String> LIBRARIES =
            List.of("hip", "hsa", "roctx", "rccl", "rocdecode", "rocjpeg", "rocshmem", "hipfile");

    private final Path directory;
    private final JsonMapper mapper = new JsonMapper();

    FactsReader(Path directory) {
        this.directory = directory;
    }

    Facts read() {
        List<Library> libraries = LIBRARIES.stream()
                .map(name -> LibraryReader.read(file(name), enums(name)))
                .toList();
        return new Facts(
                sdk(libraries),
                registry(),
                roctx(),
                rocpd(),
                libraries,
                Json.list(file("ompt"), "callbacks", FactsReader::omptCallback),
                nativeLayouts(),
                nativeCalls(),
                layouts("segment"),
                layouts("journal"),
                new CTypes(
                        texts("types"),
                        texts("mangled"),
                        texts("shortened"),
                        Json.list(file("c-types"), "in_order", JsonNode::asString),
                        TypesReader.structs(file("c-types"), "structs"),
                        TypesReader.structs(file("c-types"), "shown"),
                        Json.map(file("c-types"), "newer", (library, _) -> newer(library))),
                hsaInternals(),
                new TracerReader(this::file).read(),
                SymbolVersionReader.read(file("roctracer-functions"), file("roctx-functions")),
                new ViewsReader(file("sdk-views")).read(),
                Json.list(file("sdk-status-messages"), "messages", JsonNode::asString),
                serialized());
    }

    private Serialized serialized() {
        JsonNode file = file("sdk-serialized");
        return new Serialized(
                Json.list(file, "bits", JsonNode::asString),
                Json.map(file, "save", (struct, members) -> members.asString()),
                Json.map(file, "load", (struct, members) -> members.asString()));
    }

    private Sdk sdk(List<Library> libraries) {
        JsonNode structs = file("sdk-structs");
        JsonNode enums = file("sdk-enums");
        JsonNode functions = file("sdk-functions");
        return new Sdk(
                Version.parse(Json.text(functions, "version")),
                TypesReader.structs(structs, "rocprofiler-sdk"),
                TypesReader.structs(structs, "external"),
                OperationIds.complete(TypesReader.enums(enums, "enums"), libraries),
                TypesReader.enums(enums, "external_enums"),
                TypesReader.enums(enums, "kernel_enums"),
                Json.map(structs, "aliases", (name, node) -> Kind.parse(node.asString())),
                TypesReader.typedefs(structs),
                TypesReader.numbers(enums, "macros"),
                TypesReader.functions(functions),
                TypesReader.callbacks(functions),
                Set.copyOf(Json.list(functions, "header_inline", JsonNode::asString)));
    }

    private Registry registry() {
        JsonNode file = file("register-functions");
        return new Registry(
                Version.parse(Json.text(file, "version")),
                TypesReader.structs(file, "structs"),
                TypesReader.enums(file, "enums"),
                TypesReader.functions(file),
                TypesReader.callbacks(file),
                Json.list(file, "libraries", FactsReader::client));
    }

    private HsaInternals hsaInternals() {
        JsonNode file = file("hsa-internal");
        return new HsaInternals(
                TypesReader.structs(file, "structs"),
                TypesReader.enums(file, "enums"),
                Json.list(file, "layouts", JsonNode::asString),
                Json.list(file, "functions", JsonNode::asString));
    }

    private static Registry.Client client(JsonNode node) {
        return new Registry.Client(
                Json.number(node, "index", -1),
                Json.text(node, "common_name"),
                Json.text(node, "import_symbol"),
                Json.text(node, "library_regex"));
    }

    private static OmptCallback omptCallback(JsonNode node) {
        JsonNode endsAt = node.get("ends_at");
        return new OmptCallback(
                Json.text(node, "operation"),
                Json.number(node, "event", 0),
                Json.text(node, "scope"),
                Json.text(node, "begins"),
                Json.text(node, "ends"),
                endsAt == null
                        ? new OmptCallback.EndsAt("", List.of())
                        : new OmptCallback.EndsAt(
                                Json.text(endsAt, "argument"), Json.list(endsAt, "values", JsonNode::asString)),
                Json.text(node, "task"),
                Json.text(node, "from"),
                Json.text(node, "to"));
    }

    private Roctx roctx() {
        JsonNode file = file("roctx-functions");
        return new Roctx(
                TypesReader.numbers(file, "macros"),
                TypesReader.structs(file("sdk-structs"), "roctx"),
                TypesReader.typedefs(file),
                TypesReader.functions(file),
                TypesReader.callbacks(file));
    }

    private Rocpd rocpd() {
        JsonNode file = file("rocpd-functions");
        return new Rocpd(
                Version.parse(Json.text(file, "version")),
                TypesReader.structs(file, "structs"),
                TypesReader.enums(file, "enums"),
                TypesReader.functions(file),
                TypesReader.callbacks(file));
    }

    /// Adds a checksum of everything that the two halves of the engine, Java and C, must agree on, so that halves
    /// of different builds have different numbers.
    private Layouts nativeLayouts() {
        Layouts layouts = layouts("native");
        CRC32 sum = new CRC32();
        sum.update(file("native").toString().getBytes(StandardCharsets.UTF_8));
        sum.update(file("sdk-functions").toString().getBytes(StandardCharsets.UTF_8));
        sum.update(file("ompt").toString().getBytes(StandardCharsets.UTF_8));
        Map<String, Long> constants = new LinkedHashMap<>(layouts.constants());
        constants.put("LAYOUT", sum.getValue() & Integer.MAX_VALUE);
        return new Layouts(layouts.about(), constants, layouts.texts(), layouts.structs());
    }

    private List<NativeCall> nativeCalls() {
        JsonNode calls = file("native").get("calls");
        int first = Json.number(calls, "first", 0);
        List<NativeCall> numbered = new ArrayList<>();
        Json.map(calls, "about", (name, about) -> about.asString())
                .forEach((name, about) -> numbered.add(new NativeCall(name, first + numbered.size(), about)));
        return List.copyOf(numbered);
    }

    private Layouts layouts(String name) {
        JsonNode file = file(name);
        return new Layouts(
                Json.text(file, "about"),
                TypesReader.numbers(file, "constants"),
                Json.map(file, "texts", (key, value) -> value.asString()),
                TypesReader.structs(file, "structs"));
    }

    private Map<String, String> texts(String name) {
        return Json.map(file("c-types"), name, (key, value) -> value.asString());
    }

    private Map<String, String> newer(String library) {
        return Json.map(file("c-types").get("newer"), library, (type, condition) -> condition.asString());
    }

    /// Returns the enums that a library's own file leaves out.
    private Map<String, EnumType> enums(String library) {
        return TypesReader.enums(file("c-types").get("enums"), library);
    }

    private JsonNode file(String name) {
        return mapper.readTree(directory.resolve(name + ".json"));
    }
}
