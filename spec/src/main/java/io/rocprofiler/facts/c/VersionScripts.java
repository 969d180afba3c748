package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.SymbolVersion;
import io.rocprofiler.facts.output.Output;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes the linker's version scripts, `<soname>.map`: a library exports exactly the symbols that the facts list,
/// in the version nodes that they give.
final class VersionScripts {
    private VersionScripts() {}

    static void emit(List<SymbolVersion> versions, Output output) {
        Map<String, StringBuilder> scripts = new LinkedHashMap<>();
        for (SymbolVersion version : versions)
            scripts.computeIfAbsent(version.library(), library -> new StringBuilder())
                    .append(node(version));
        scripts.forEach((library, text) -> output.write(library + ".map", text.toString()));
    }

    private static String node(SymbolVersion version) {
        StringBuilder text = new StringBuilder(version.node() + " {\n  global:\n");
        version.names().forEach(name -> text.append("    ").append(name).append(";\n"));
        if (version.inherits().isEmpty()) text.append("  local: *;\n");
        return text.append("}")
                .append(version.inherits().isEmpty() ? "" : " " + version.inherits())
                .append(";\n\n")
                .toString();
    }
}
