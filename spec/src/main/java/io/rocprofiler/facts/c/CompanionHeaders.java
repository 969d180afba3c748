package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Function;
import io.rocprofiler.facts.model.Registry;
import io.rocprofiler.facts.model.Roctx;
import io.rocprofiler.facts.output.Output;
import java.util.Map;

/// The headers of the two small libraries beside the SDK: ROC-TX and register.
final class CompanionHeaders {
    private static final String ROCTX = "rocprofiler-sdk-roctx/";

    private final Roctx roctx;
    private final Registry registry;
    private final Output output;
    private final Documentation documentation = new Documentation();

    CompanionHeaders(Facts facts, Output output) {
        this.roctx = facts.roctx();
        this.registry = facts.registry();
        this.output = output;
    }

    void emit() {
        write(ROCTX + "types.h", roctxTypes());
        write(ROCTX + "version.h", macros(roctx.macros()));
        write(ROCTX + "roctx.h", roctxFunctions());
        write(ROCTX + "api_trace.h", roctxTables());
        write("rocprofiler-register/rocprofiler-register.h", register());
    }

    private void write(String path, String body) {
        output.write(path, CText.header(path, documentation.about(path), body));
    }

    private String roctxTypes() {
        StringBuilder body = new StringBuilder("#include <stdint.h>\n\n");
        roctx.typedefs()
                .values()
                .forEach(typedef -> body.append(
                        "typedef %s %s;\n".formatted(CDeclarations.scalar(typedef.kind()), typedef.name())));
        return body.toString();
    }

    /// The older roctracer/roctx.h has macros of the same names: whichever comes first, these are valid.
    private static String macros(Map<String, Long> macros) {
        StringBuilder body = new StringBuilder();
        macros.forEach((name, value) -> body.append("#undef %1$s\n#define %1$s %2$d\n".formatted(name, value)));
        return body.toString();
    }

    private String roctxFunctions() {
        StringBuilder inner = new StringBuilder("struct hsa_agent_s;\nstruct ihipStream_t;\n\n");
        roctx.functions().stream()
                .filter(function -> function.file().equals("roctx.h"))
                .forEach(function -> inner.append(prototype(function, "ROCTX_API")));
        inner.append(documentation.epilogue(ROCTX + "roctx.h"));
        return "#include <rocprofiler-sdk-roctx/defines.h>\n#include <rocprofiler-sdk-roctx/types.h>\n"
                + "#include <rocprofiler-sdk-roctx/version.h>\n\n"
                + CText.externC(inner.toString());
    }

    private String roctxTables() {
        StringBuilder inner = new StringBuilder("struct hsa_agent_s;\nstruct ihipStream_t;\n\n");
        roctx.callbacks().forEach(callback -> inner.append(CDeclarations.callback(callback)));
        roctx.structs().values().forEach(struct -> inner.append('\n').append(CDeclarations.struct(struct)));
        return "#include <rocprofiler-sdk-roctx/types.h>\n\n" + CText.externC(inner.toString());
    }

    private String register() {
        StringBuilder inner = new StringBuilder();
        registry.enums()
                .values()
                .forEach(type -> inner.append(CDeclarations.enumeration(type.name(), type.values()))
                        .append('\n'));
        registry.structs()
                .values()
                .forEach(struct -> inner.append(CDeclarations.struct(struct)).append('\n'));
        registry.callbacks().forEach(callback -> inner.append(CDeclarations.callback(callback)));
        inner.append('\n');
        registry.functions().forEach(function -> inner.append(prototype(function, "ROCPROFILER_REGISTER_API")));
        return "#include <stddef.h>\n#include <stdint.h>\n\n#ifndef ROCPROFILER_REGISTER_API\n"
                + "#define ROCPROFILER_REGISTER_API __attribute__((visibility(\"default\")))\n#endif\n\n"
                + CText.externC(inner.toString());
    }

    private String prototype(Function function, String attribute) {
        String words = documentation.of(function.name());
        String comment = words.lines().map(line -> "/// " + line + "\n").reduce("", String::concat);
        return "%s%s %s(%s) %s;\n\n"
                .formatted(
                        comment,
                        function.result().type(),
                        function.name(),
                        CDeclarations.parameters(function.params()),
                        attribute);
    }
}
