package io.rocprofiler.facts.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/// Reads the views for Java tools.
final class ViewsReader {
    private final JsonNode file;
    private final Map<String, JsonNode> shared;

    ViewsReader(JsonNode file) {
        this.file = file;
        shared = Json.map(file, "shared", (name, node) -> node);
    }

    List<View> read() {
        List<View> views = new ArrayList<>();
        views.addAll(Json.map(file, "callbacks", (type, node) -> view(type, true, node))
                .values());
        views.addAll(Json.map(file, "records", (type, node) -> view(type, false, node))
                .values());
        return List.copyOf(views);
    }

    private View view(String type, boolean callback, JsonNode node) {
        List<View.Accessor> accessors = new ArrayList<>();
        for (String name : Json.list(node, "shared", JsonNode::asString)) {
            addAll(Objects.requireNonNull(shared.get(name), name), accessors);
        }
        JsonNode own = node.get("fields");
        if (own != null) {
            addAll(own, accessors);
        }
        return new View(
                type,
                callback,
                Json.map(node, "views", (name, struct) -> struct.asString()),
                Json.text(node, "base"),
                Json.text(node, "operation"),
                List.copyOf(accessors),
                Json.flag(node, "arguments", false),
                Json.flag(node, "result", false));
    }

    private static void addAll(JsonNode fields, List<View.Accessor> accessors) {
        fields.properties().forEach(entry -> accessors.add(accessor(entry.getKey(), entry.getValue())));
    }

    private static View.Accessor accessor(String name, JsonNode node) {
        if (!node.isObject()) {
            return new View.Accessor(name, List.of(new View.Choice(Map.of(), node.asString())), "0");
        }
        List<View.Choice> choices = new ArrayList<>();
        node.properties().stream()
                .filter(entry -> !entry.getKey().equals("else"))
                .forEach(entry -> choices.add(new View.Choice(
                        conditions(entry.getKey()), entry.getValue().asString())));
        String otherwise = Json.text(node, "else");
        return new View.Accessor(name, List.copyOf(choices), otherwise.isEmpty() ? "0" : otherwise);
    }

    /// Parses conditions such as `operation=ALLOC phase=EXIT`.
    private static Map<String, String> conditions(String text) {
        Map<String, String> conditions = new LinkedHashMap<>();
        for (String condition : text.split(" ")) {
            int equals = condition.indexOf('=');
            conditions.put(condition.substring(0, equals), condition.substring(equals + 1));
        }
        return conditions;
    }
}
