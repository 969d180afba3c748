package io.rocprofiler.facts.model;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads one runtime's file: its tables and the types their functions need.
final class LibraryReader {
    private LibraryReader() {}

    /// @param moreEnums further enums of the same library
    static Library read(JsonNode file, Map<String, EnumType> moreEnums) {
        Map<String, EnumType> enums = TypesReader.enums(file, "enums");
        enums.putAll(moreEnums);
        JsonNode container = file.get("container");
        JsonNode range = file.get("core_range");
        return new Library(
                Json.text(file, "library"),
                Json.list(file, "tables", table -> table(file, table)),
                container == null ? null : TypesReader.struct(Json.text(container, "struct"), container),
                range == null ? List.of() : Json.list(range, "ops", LibraryReader::rangeOperation),
                TypesReader.structs(file, "structs"),
                enums);
    }

    private static Table table(JsonNode file, JsonNode node) {
        JsonNode header = node.get("header");
        JsonNode sdk = node.get("sdk");
        Map<Integer, Integer> steps = new TreeMap<>();
        node.get("steps")
                .properties()
                .forEach(step -> steps.put(Integer.valueOf(step.getKey()), Json.number(step.getValue(), "slots", 0)));
        String importSymbol = Json.text(node, "import_symbol");
        return new Table(
                Json.text(node, "struct"),
                Json.text(node, "common_name"),
                importSymbol.isEmpty() ? Json.text(file, "import_symbol") : importSymbol,
                Json.number(node, "position", 0),
                Json.number(header, "bytes", 8),
                Json.list(header, "fields", TypesReader::field),
                Json.text(node, "container_field"),
                Json.list(node, "version_macros", JsonNode::asString),
                majorVersion(node),
                ident(sdk, "callback"),
                ident(sdk, "buffer"),
                ident(sdk, "buffer_ext"),
                ident(sdk, "table_id"),
                steps,
                earlier(node),
                Json.map(node, "sizes", (release, size) -> size.intValue()),
                Json.list(node, "slots", LibraryReader::slot));
    }

    /// Reads what each earlier version had: the first so many functions of today's, without those that came later.
    private static Map<Integer, List<Integer>> earlier(JsonNode table) {
        Map<Integer, List<Integer>> versions = new TreeMap<>();
        Json.map(table, "earlier", (major, node) -> node).forEach((major, node) -> {
            List<String> absent = Json.list(node, "absent", JsonNode::asString);
            List<Integer> slots = Json.list(table, "slots", LibraryReader::slot).stream()
                    .filter(slot -> !absent.contains(slot.name()))
                    .map(Slot::index)
                    .limit(Json.number(node, "slots", 0))
                    .toList();
            versions.put(Integer.valueOf(major), slots);
        });
        return versions;
    }

    private static int majorVersion(JsonNode table) {
        int major = 0;
        for (int version : Json.map(
                        table, "versions", (release, pair) -> pair.get(0).intValue())
                .values()) {
            major = Math.max(major, version);
        }
        return major;
    }

    private static Slot slot(JsonNode node) {
        Ident operation = ident(node, "sdk");
        Ident runtime = ident(node, "rt");
        List<Param> params = Json.list(node, "params", TypesReader::param);
        JsonNode args = node.get("args");
        return new Slot(
                Json.number(node, "i", 0),
                Json.number(node, "off", 0),
                Json.text(node, "name"),
                Json.text(node, "field"),
                Json.number(node, "step", 0),
                operation == null ? -1 : operation.id(),
                operation == null ? "" : operation.name(),
                runtime == null ? -1 : runtime.id(),
                runtime == null ? "" : runtime.name(),
                TypesReader.result(node),
                params,
                args == null ? null : args(args, params),
                Json.text(node, "src"));
    }

    private static Args args(JsonNode node, List<Param> params) {
        List<String> names = node.has("names")
                ? Json.list(node, "names", JsonNode::asString)
                : params.stream().map(Param::name).toList();
        List<String> types = node.has("types")
                ? Json.list(node, "types", JsonNode::asString)
                : params.stream().map(param -> memberType(param.type())).toList();
        return new Args(Json.number(node, "size", 0), Json.list(node, "off", JsonNode::intValue), names, types);
    }

    /// Returns a parameter's type as a member's: an array decays to a pointer, nothing is itself const (the union
    /// would be unassignable), and `dim3` is the SDK's own, which C++ does not initialise.
    private static String memberType(String type) {
        if (type.equals("dim3")) {
            return "rocprofiler_dim3_t";
        }
        String member = type.replaceFirst(" ?\\[\\d*\\]$", "*").replaceFirst("\\* ?const$", "*");
        return member.contains("*") ? member : member.replaceFirst("^const ", "");
    }

    private static @Nullable Ident ident(JsonNode node, String name) {
        JsonNode value = node.get(name);
        if (value == null) {
            return null;
        }
        String text = Json.text(value, "name");
        return new Ident(text.isEmpty() ? Json.text(value, "op") : text, Json.number(value, "id", -1));
    }

    private static RangeOperation rangeOperation(JsonNode node) {
        return new RangeOperation(
                Json.text(node, "op"),
                Json.number(node, "id", -1),
                Json.text(node, "name"),
                Json.text(node, "type").equals("event"),
                Json.list(node, "fields", JsonNode::asString),
                Json.list(node, "args", JsonNode::asString));
    }
}
