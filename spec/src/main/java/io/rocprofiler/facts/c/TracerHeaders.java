package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Function;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.model.Tracer;
import io.rocprofiler.facts.output.Output;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Writes roctracer's headers. They include each other by relative names: clients have `include` or
/// `include/roctracer` in their path.
final class TracerHeaders {
    private static final String FOLDER = "roctracer/";
    private static final String PROTOCOL = "ext/prof_protocol.h";
    private static final String HIP_DATA = "ext/hip_prof_str.h";
    private static final String HSA_DATA = "hsa_prof_str.h";

    private static final Map<String, List<String>> INCLUDES = Map.of(
            PROTOCOL,
            List.of("<stddef.h>", "<stdint.h>"),
            "roctracer.h",
            List.of("<stddef.h>", "<stdint.h>", "\"" + PROTOCOL + "\""),
            "roctracer_ext.h",
            List.of("\"roctracer.h\""),
            "roctracer_roctx.h",
            List.of("\"roctracer.h\"", "\"roctx.h\""),
            "roctracer_plugin.h",
            List.of("\"roctracer.h\""),
            "roctracer_hip.h",
            List.of("\"roctracer.h\"", "\"" + HIP_DATA + "\""),
            "roctracer_hsa.h",
            List.of("\"roctracer.h\"", "\"" + HSA_DATA + "\""),
            "roctx.h",
            List.of("<stdint.h>"));

    private final Facts facts;
    private final Tracer tracer;
    private final Output output;
    private final Documentation documentation = new Documentation();

    TracerHeaders(Facts facts, Output output) {
        this.facts = facts;
        this.tracer = facts.tracer();
        this.output = output;
    }

    void emit() {
        declarations(PROTOCOL, "");
        declarations("roctracer.h", versions("ROCTRACER"));
        declarations("roctracer_ext.h", "");
        declarations("roctx.h", versions("ROCTX"));
        declarations("roctracer_roctx.h", "");
        declarations("roctracer_plugin.h", "");
        declarations("roctracer_hsa.h", "");
        TracerArguments arguments = new TracerArguments(facts);
        file(HSA_DATA, arguments.hsa());
        file(HIP_DATA, """
                #if defined(__has_include)
                #if __has_include(<hip/amd_detail/hip_prof_str.h>)
                #define ROCTRACER_FOREIGN_HIP 1
                #endif
                #endif

                #ifdef ROCTRACER_FOREIGN_HIP
                #if !defined(__HIP_PLATFORM_AMD__) && !defined(__HIP_PLATFORM_NVIDIA__)
                #define __HIP_PLATFORM_AMD__ 1
                #endif
                #include <hip/hip_runtime_api.h>
                #include <hip/amd_detail/hip_prof_str.h>
                #else

                """ + arguments.hip() + "\n#endif\n");
        file("hip_ostream_ops.h", arguments.printing("hip").structs("../rocprofiler-sdk/abi/hip.h"));
        file("hsa_ostream_ops.h", arguments.printing("hsa").structs("../rocprofiler-sdk/abi/hsa.h"));
        declarations("roctracer_hip.h", "");
        file("roctracer_hcc.h", "#include \"roctracer_hip.h\"\n");
    }

    private String versions(String prefix) {
        return tracer.macros().entrySet().stream()
                .filter(macro -> macro.getKey().startsWith(prefix + "_"))
                .map(macro -> "#ifndef %1$s\n#define %1$s %2$d\n#endif\n".formatted(macro.getKey(), macro.getValue()))
                .collect(Collectors.joining());
    }

    private void declarations(String name, String before) {
        String includes = INCLUDES.getOrDefault(name, List.of()).stream()
                .map(file -> "#include " + file + "\n")
                .collect(Collectors.joining());
        file(name, includes + "\n" + before + (before.isEmpty() ? "" : "\n") + CText.externC(body(name)));
    }

    private void file(String name, String body) {
        String path = FOLDER + name;
        output.write(path, CText.header(path, documentation.about(path), body));
    }

    /// Returns scalars, enums, signatures, structs and functions; each precedes its first use.
    private String body(String file) {
        StringBuilder text = new StringBuilder();
        tracer.typedefs().values().stream()
                .filter(typedef -> typedef.file().equals(file))
                .forEach(typedef -> add(
                        text,
                        typedef.name(),
                        "typedef %s %s;\n".formatted(CDeclarations.scalar(typedef.kind()), typedef.name())));
        tracer.enums().values().stream()
                .filter(type -> type.file().equals(file))
                .forEach(type -> add(text, type.name(), CDeclarations.enumeration(type.name(), type.values())));
        tracer.aliases().values().stream()
                .filter(alias -> alias.file().equals(file))
                .forEach(alias -> add(text, alias.name(), "typedef %s %s;\n".formatted(alias.type(), alias.name())));
        structs(file).stream().filter(struct -> !refersToCallback(struct)).forEach(struct -> struct(text, struct));
        tracer.callbacks().stream()
                .filter(callback -> callback.file().equals(file))
                .forEach(callback -> add(text, callback.name(), CDeclarations.callback(callback)));
        structs(file).stream().filter(this::refersToCallback).forEach(struct -> struct(text, struct));
        functions(file).forEach(function -> add(text, function.name(), prototype(file, function)));
        return text.append(documentation.epilogue(FOLDER + file)).toString();
    }

    private List<Struct> structs(String file) {
        return tracer.structs().values().stream()
                .filter(struct -> struct.file().equals(file))
                .toList();
    }

    private boolean refersToCallback(Struct struct) {
        Set<String> callbacks = tracer.callbacks().stream().map(Function::name).collect(Collectors.toSet());
        return struct.fields().stream().anyMatch(field -> callbacks.contains(field.type()));
    }

    private void struct(StringBuilder text, Struct struct) {
        add(text, struct.name(), CDeclarations.struct(struct));
    }

    private List<Function> functions(String file) {
        return switch (file) {
            case "roctx.h" ->
                facts.roctx().functions().stream()
                        .filter(function -> function.providers().contains("libroctx64.so.4"))
                        .filter(function -> function.file().equals(file))
                        .toList();
            case "roctracer_plugin.h" -> tracer.plugin();
            default ->
                tracer.functions().stream()
                        .filter(function -> function.file().equals(file))
                        .toList();
        };
    }

    /// Returns a prototype. A plugin defines its own functions, so they are exported whatever flags it is
    /// compiled with.
    private static String prototype(String file, Function function) {
        String attribute = file.equals("roctracer_plugin.h") ? " __attribute__((visibility(\"default\")))" : "";
        return "%s %s(%s)%s;\n"
                .formatted(
                        function.result().type(),
                        function.name(),
                        CDeclarations.parameters(function.params()),
                        attribute);
    }

    private void add(StringBuilder text, String name, String declaration) {
        documentation
                .of(name)
                .lines()
                .forEach(line -> text.append("/// ").append(line).append('\n'));
        text.append(declaration).append('\n');
    }
}
