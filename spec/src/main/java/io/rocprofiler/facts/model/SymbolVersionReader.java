package io.rocprofiler.facts.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/// Reads the version nodes of the symbols of roctracer and ROC-TX.
final class SymbolVersionReader {
    private SymbolVersionReader() {}

    static List<SymbolVersion> read(JsonNode roctracer, JsonNode roctx) {
        List<SymbolVersion> versions = new ArrayList<>();
        add(
                versions,
                Json.text(roctracer, "soname"),
                roctracer.get("nodes"),
                roctracer.get("functions"),
                (function, node) -> Json.text(function, "node").equals(node));
        roctx.get("providers").properties().forEach(provider -> {
            JsonNode nodes = provider.getValue().get("nodes");
            String library = provider.getKey();
            if (nodes != null)
                add(versions, library, nodes, roctx.get("functions"), (f, node) -> isIn(f, library, node));
        });
        return List.copyOf(versions);
    }

    private static boolean isIn(JsonNode function, String library, String node) {
        for (JsonNode pair : function.get("in")) {
            if (pair.get(0).asString().equals(library) && pair.get(1).asString().equals(node)) return true;
        }
        return false;
    }

    private static void add(
            List<SymbolVersion> versions,
            String library,
            JsonNode nodes,
            JsonNode functions,
            BiPredicate<JsonNode, String> isIn) {
        nodes.properties().forEach(entry -> {
            String node = entry.getKey();
            List<String> names = StreamSupport.stream(functions.spliterator(), false)
                    .filter(function -> isIn.test(function, node))
                    .map(function -> Json.text(function, "name"))
                    .sorted()
                    .toList();
            String inherits = entry.getValue().isNull() ? "" : entry.getValue().asString();
            versions.add(new SymbolVersion(library, node, inherits, names));
        });
    }
}
