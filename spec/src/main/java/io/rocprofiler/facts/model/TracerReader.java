package io.rocprofiler.facts.model;

import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Reads roctracer's files.
final class TracerReader {
    private final JsonNode structs;
    private final JsonNode enums;
    private final JsonNode functions;
    private final JsonNode arguments;

    TracerReader(Function<String, JsonNode> files) {
        this.structs = files.apply("roctracer-structs");
        this.enums = files.apply("roctracer-enums");
        this.functions = files.apply("roctracer-functions");
        this.arguments = files.apply("roctracer-api-args");
    }

    Tracer read() {
        return new Tracer(
                TypesReader.numbers(enums, "macros"),
                TypesReader.enums(enums, "enums"),
                TypesReader.typedefs(structs),
                Json.map(structs, "aliases", TracerReader::alias),
                TypesReader.structs(structs, "structs"),
                Json.map(structs, "api_data", this::apiData),
                TypesReader.functions(functions),
                TypesReader.functions(functions, "plugin"),
                TypesReader.callbacks(functions),
                Json.list(enums, "hip_op_kinds", TracerReader::command),
                operationNames(),
                arguments("hip"),
                arguments("hsa"),
                TypesReader.structs(arguments, "structs"));
    }

    private Tracer.ApiData apiData(String name, JsonNode data) {
        JsonNode offsets = arguments.get(name).get("offsets");
        return new Tracer.ApiData(
                Json.number(data, "size", 0),
                Json.number(offsets, "args", 0),
                Json.number(offsets, "(anonymous)", -1),
                Json.number(offsets, "phase_data", 0),
                Json.number(data, "phase_data_of_hip5", 0));
    }

    private static Tracer.Alias alias(String name, JsonNode node) {
        return new Tracer.Alias(name, Json.text(node, "file"), Json.text(node, "type"));
    }

    private static Tracer.Command command(JsonNode node) {
        return new Tracer.Command(Json.text(node, "name"), Json.number(node, "kind", 0));
    }

    private Map<String, Map<String, String>> operationNames() {
        return Json.map(
                enums,
                "op_strings",
                (domain, names) -> Json.map(enums.get("op_strings"), domain, (name, node) -> node.asString()));
    }

    private Map<String, ApiArguments> arguments(String library) {
        return Json.map(
                arguments,
                library,
                (name, node) -> new ApiArguments(
                        name, Json.number(node, "size", 0), Json.list(node, "fields", TracerReader::argument)));
    }

    private static ApiArguments.ApiArgument argument(JsonNode field) {
        return new ApiArguments.ApiArgument(
                field.get(0).asString(),
                Kind.parse(field.get(1).asString()),
                field.get(2).intValue());
    }
}
