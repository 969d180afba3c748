package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Function;
import io.rocprofiler.facts.model.Registry;
import io.rocprofiler.facts.model.Rocpd;
import io.rocprofiler.facts.model.Roctx;
import io.rocprofiler.facts.model.Version;
import io.rocprofiler.facts.output.Output;
import java.util.List;

/// The headers of the small libraries beside the SDK: ROC-TX, rocpd and register.
final class CompanionHeaders {
    private static final String ROCTX = "rocprofiler-sdk-roctx/";
    private static final String ROCPD = "rocprofiler-sdk-rocpd/";
    private static final String REGISTER = "rocprofiler-register/";

    /// For runtimes: the function of a library that says its version, as register asks for it. In C and C++.
    private static final String IMPORTS = """
            #define ROCPROFILER_REGISTER_ATTRIBUTE(...) __attribute__((__VA_ARGS__))
            #define ROCPROFILER_REGISTER_PP_COMBINE_(a, b) a##b
            #define ROCPROFILER_REGISTER_PP_COMBINE(a, b) ROCPROFILER_REGISTER_PP_COMBINE_(a, b)
            #define ROCPROFILER_REGISTER_VISIBILITY(...)
            #define ROCPROFILER_REGISTER_PUBLIC_API
            #define ROCPROFILER_REGISTER_HIDDEN_API
            #define ROCPROFILER_REGISTER_INTERNAL_API

            #define ROCPROFILER_REGISTER_COMPUTE_VERSION_1(major) (10000 * (major))
            #define ROCPROFILER_REGISTER_COMPUTE_VERSION_2(major, minor) ((10000 * (major)) + (100 * (minor)))
            #define ROCPROFILER_REGISTER_COMPUTE_VERSION_3(major, minor, patch) \\
                ((10000 * (major)) + (100 * (minor)) + (patch))
            #define ROCPROFILER_REGISTER_COMPUTE_VERSION_4(major, minor, patch, tweak) \\
                ROCPROFILER_REGISTER_COMPUTE_VERSION_3(major, minor, patch)

            /// Name of the function that says the version of the runtime NAME.
            #define ROCPROFILER_REGISTER_IMPORT_FUNC(NAME) ROCPROFILER_REGISTER_PP_COMBINE(rocprofiler_register_import_, NAME)
            #ifdef __cplusplus
            #define ROCPROFILER_REGISTER_IMPORT_LINKAGE extern "C"
            #else
            #define ROCPROFILER_REGISTER_IMPORT_LINKAGE extern
            #endif
            /// Defines that function. At file scope, once a library and name.
            #define ROCPROFILER_REGISTER_DEFINE_IMPORT(NAME, VERSION)                                       \\
                ROCPROFILER_REGISTER_IMPORT_LINKAGE uint32_t ROCPROFILER_REGISTER_IMPORT_FUNC(NAME)(void)   \\
                    ROCPROFILER_REGISTER_ATTRIBUTE(visibility("default"));                                  \\
                uint32_t ROCPROFILER_REGISTER_IMPORT_FUNC(NAME)(void) { return (VERSION); }

            """;

    private final Version sdk;
    private final Roctx roctx;
    private final Rocpd rocpd;
    private final Registry registry;
    private final Output output;
    private final Documentation documentation = new Documentation();

    CompanionHeaders(Facts facts, Output output) {
        this.sdk = facts.sdk().version();
        this.roctx = facts.roctx();
        this.rocpd = facts.rocpd();
        this.registry = facts.registry();
        this.output = output;
    }

    void emit() {
        write(ROCTX + "types.h", roctxTypes());
        write(ROCTX + "version.h", VersionHeader.roctx(roctx.macros(), sdk));
        write(ROCTX + "roctx.h", roctxFunctions());
        write(ROCTX + "api_trace.h", roctxTables());
        write(ROCPD + "types.h", "#include <stdint.h>\n\n" + rocpdTypes("types.h"));
        write(ROCPD + "version.h", VersionHeader.rocpd(rocpd.version()));
        write(ROCPD + "sql.h", rocpdFunctions("sql.h", List.of("defines.h", "types.h")));
        write(ROCPD + "rocpd.h", rocpdFunctions("rocpd.h", List.of("defines.h", "sql.h", "types.h", "version.h")));
        write(REGISTER + "version.h", VersionHeader.register(registry.version()));
        write(REGISTER + "rocprofiler-register.h", register());
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

    private String rocpdTypes(String file) {
        StringBuilder text = new StringBuilder();
        rocpd.enums().values().stream()
                .filter(type -> type.file().equals(file))
                .forEach(type -> text.append(CDeclarations.enumeration(type.name(), type.values()))
                        .append('\n'));
        rocpd.structs().values().stream()
                .filter(struct -> struct.file().equals(file))
                .forEach(struct -> text.append(words(struct.name()))
                        .append(CDeclarations.struct(struct))
                        .append('\n'));
        return text.toString();
    }

    private String rocpdFunctions(String file, List<String> included) {
        StringBuilder inner = new StringBuilder(rocpdTypes(file));
        rocpd.callbacks().stream()
                .filter(callback -> callback.file().equals(file))
                .forEach(callback -> inner.append(words(callback.name()))
                        .append(CDeclarations.callback(callback))
                        .append('\n'));
        rocpd.functions().stream()
                .filter(function -> function.file().equals(file))
                .forEach(function -> inner.append(prototype(function, "ROCPD_API")));
        StringBuilder body = new StringBuilder();
        included.forEach(header -> body.append("#include <" + ROCPD + header + ">\n"));
        return body.append("#include <stdint.h>\n\n")
                .append(CText.externC(inner.toString()))
                .toString();
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
        return "#include <rocprofiler-register/version.h>\n#include <stddef.h>\n#include <stdint.h>\n\n"
                + "#ifndef ROCPROFILER_REGISTER_API\n"
                + "#define ROCPROFILER_REGISTER_API __attribute__((visibility(\"default\")))\n#endif\n\n"
                + IMPORTS
                + CText.externC(inner.toString());
    }

    private String prototype(Function function, String attribute) {
        return "%s%s %s(%s) %s;\n\n"
                .formatted(
                        words(function.name()),
                        function.result().type(),
                        function.name(),
                        CDeclarations.parameters(function.params()),
                        attribute);
    }

    private String words(String name) {
        return documentation.of(name).lines().map(line -> "/// " + line + "\n").reduce("", String::concat);
    }
}
