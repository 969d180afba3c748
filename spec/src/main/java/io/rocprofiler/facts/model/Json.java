package io.rocprofiler.facts.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Reads JSON with defaults for absent members.
final class Json {
    private Json() {}

    static String text(JsonNode node, String name) {
        JsonNode value = node.get(name);
        return value == null || value.isNull() ? "" : value.asString();
    }

    static int number(JsonNode node, String name, int absent) {
        JsonNode value = node.get(name);
        return value == null ? absent : value.intValue();
    }

    static boolean flag(JsonNode node, String name, boolean absent) {
        JsonNode value = node.get(name);
        return value == null ? absent : value.booleanValue();
    }

    static <T> List<T> list(JsonNode node, String name, Function<JsonNode, T> element) {
        List<T> result = new ArrayList<>();
        JsonNode array = node.get(name);
        if (array != null) {
            array.forEach(item -> result.add(element.apply(item)));
        }
        return List.copyOf(result);
    }

    /// Returns a map in the file's order, which is the headers' order.
    static <T> Map<String, T> map(JsonNode node, String name, BiFunction<String, JsonNode, T> value) {
        Map<String, T> result = new LinkedHashMap<>();
        JsonNode object = node.get(name);
        if (object != null) {
            object.properties()
                    .forEach(entry -> result.put(entry.getKey(), value.apply(entry.getKey(), entry.getValue())));
        }
        return result;
    }
}
