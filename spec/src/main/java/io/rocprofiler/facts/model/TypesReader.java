package io.rocprofiler.facts.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Reads structs, enums and functions, whose formats all facts files share.
final class TypesReader {
    private TypesReader() {}

    static Map<String, Struct> structs(JsonNode file, String name) {
        return Json.map(file, name, TypesReader::struct);
    }

    static Map<String, EnumType> enums(JsonNode file, String name) {
        return Json.map(file, name, TypesReader::enumType);
    }

    static Map<String, Typedef> typedefs(JsonNode file) {
        return Json.map(file, "typedefs", (name, node) -> new Typedef(name, Json.text(node, "file"), kind(node)));
    }

    static Map<String, Long> numbers(JsonNode file, String name) {
        return Json.map(file, name, (key, node) -> node.longValue());
    }

    static List<Function> functions(JsonNode file) {
        return functions(file, "functions");
    }

    static List<Function> functions(JsonNode file, String name) {
        List<JsonNode> nodes = Json.list(file, name, node -> node).stream()
                .filter(node -> node.get("ret") != null) // an entry without "ret" is an object
                .toList();
        return java.util.stream.IntStream.range(0, nodes.size())
                .mapToObj(index -> function(index, Json.text(nodes.get(index), "name"), nodes.get(index)))
                .toList();
    }

    static List<Function> callbacks(JsonNode file) {
        return List.copyOf(Json.map(file, "callbacks", (name, node) -> function(-1, name, node))
                .values());
    }

    static Struct struct(String name, JsonNode node) {
        return new Struct(
                name,
                Json.text(node, "file"),
                Json.number(node, "size", 0),
                Json.number(node, "align", 1),
                Json.flag(node, "union", false),
                Json.list(node, "fields", TypesReader::field),
                Json.text(node, "fields_in"));
    }

    static Field field(JsonNode node) {
        return new Field(
                Json.text(node, "name"),
                Json.text(node, "type"),
                kind(node),
                Json.number(node, "offset", 0),
                Json.number(node, "size", 0),
                Json.number(node, "bit", 0),
                Json.number(node, "bits", 0),
                Json.list(node, "fields", TypesReader::field));
    }

    static Param param(JsonNode node) {
        return new Param(Json.text(node, "name"), Json.text(node, "type"), kind(node));
    }

    static Result result(JsonNode node) {
        return new Result(Json.text(node.get("ret"), "type"), kind(node.get("ret")));
    }

    private static Function function(int index, String name, JsonNode node) {
        return new Function(
                index,
                name,
                Json.text(node, "file"),
                result(node),
                Json.list(node, "params", TypesReader::param),
                Json.text(node, "role"),
                Json.flag(node, "experimental", false),
                Json.flag(node, "deprecated", false),
                Json.flag(node, "exported", true),
                Json.list(node, "in", pair -> pair.get(0).asString()));
    }

    private static EnumType enumType(String name, JsonNode node) {
        Map<String, Long> values = numbers(node, "values");
        Map<String, Long> later = new LinkedHashMap<>();
        JsonNode releases = node.get("later");
        if (releases != null) {
            releases.forEach(release -> release.properties()
                    .forEach(entry -> later.put(entry.getKey(), entry.getValue().longValue())));
        }
        later.keySet().removeAll(values.keySet());
        return new EnumType(name, Json.text(node, "file"), kind(node), values, later);
    }

    private static Kind kind(JsonNode node) {
        return Kind.parse(Json.text(node, "kind"));
    }
}
