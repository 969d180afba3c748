package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Function;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// One public header: declarations, each type before its first use, then functions.
final class PublicHeader {
    private final String path;
    private final List<Declaration> declarations;
    private final List<Function> functions;
    private final Map<String, String> fileOf;
    private final Documentation documentation;

    /// @param path relative to the include folder
    /// @param fileOf every known type's header, relative to the include folder
    PublicHeader(
            String path,
            List<Declaration> declarations,
            List<Function> functions,
            Map<String, String> fileOf,
            Documentation documentation) {
        this.path = path;
        this.declarations = declarations;
        this.functions = functions;
        this.fileOf = fileOf;
        this.documentation = documentation;
    }

    String text() {
        StringBuilder body = new StringBuilder();
        includes().forEach(file -> body.append("#include <").append(file).append(">\n"));
        body.append('\n');
        StringBuilder inner = new StringBuilder();
        ordered().forEach(declaration -> inner.append(documented(declaration)).append('\n'));
        functions.forEach(function -> inner.append(prototype(function)).append('\n'));
        inner.append(documentation.epilogue(path));
        body.append("ROCPROFILER_EXTERN_C_INIT\n\n").append(inner).append("ROCPROFILER_EXTERN_C_FINI\n");
        return CText.header(path, documentation.about(path), body.toString());
    }

    private Set<String> includes() {
        Set<String> files = new TreeSet<>();
        declarations.forEach(declaration -> addFiles(declaration, files));
        functions.forEach(function -> addFiles(new Declaration(function.name(), path, signature(function)), files));
        files.remove(path);
        Set<String> result = new LinkedHashSet<>(List.of("stddef.h", "stdint.h", "rocprofiler-sdk/defines.h"));
        result.addAll(documentation.includes(path));
        result.addAll(files);
        return result;
    }

    private void addFiles(Declaration declaration, Set<String> files) {
        for (String identifier : declaration.identifiers()) {
            String file = fileOf.get(identifier);
            if (file != null) {
                files.add(file);
            }
        }
    }

    private Set<Declaration> ordered() {
        Set<Declaration> placed = new LinkedHashSet<>();
        declarations.forEach(declaration -> place(declaration, placed));
        return placed;
    }

    private void place(Declaration declaration, Set<Declaration> placed) {
        Set<String> needed = declaration.identifiers();
        for (Declaration other : declarations) {
            if (needed.contains(other.name()) && !placed.contains(other)) {
                place(other, placed);
            }
        }
        placed.add(declaration);
    }

    private String documented(Declaration declaration) {
        return comment(documentation.of(declaration.name())) + declaration.text();
    }

    private String prototype(Function function) {
        String mark = function.deprecated()
                ? "ROCPROFILER_SDK_DEPRECATED(\"see the function that replaces it\")\n"
                : function.experimental() ? "ROCPROFILER_SDK_EXPERIMENTAL\n" : "";
        String attribute = function.role().equals("client") ? "ROCPROFILER_PUBLIC_API" : "ROCPROFILER_API";
        return comment(documentation.of(function.name())) + mark + signature(function) + " " + attribute + ";\n";
    }

    private static String signature(Function function) {
        return "%s %s(%s)"
                .formatted(function.result().type(), function.name(), CDeclarations.parameters(function.params()));
    }

    private static String comment(String words) {
        return words.isEmpty()
                ? ""
                : words.lines().map(line -> "/// " + line + "\n").reduce("", String::concat);
    }
}
