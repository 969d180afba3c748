package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.EnumType;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Function;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.output.Output;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/// Writes the headers users compile against: `rocprofiler-sdk/`, `rocprofiler-sdk-roctx/`,
/// `rocprofiler-sdk-rocpd/`, `rocprofiler-register/`, `roctracer/`.
public final class PublicEmitter {
    private static final String SDK = "rocprofiler-sdk/";

    /// Headers without facts, copied verbatim.
    private static final List<String> VERBATIM = List.of(
            "rocprofiler-sdk/defines.h",
            "rocprofiler-sdk/abi/hip.h",
            "rocprofiler-sdk/abi/hsa.h",
            "rocprofiler-sdk/abi/hsakmt.h",
            "rocprofiler-sdk/abi/ompt.h",
            "rocprofiler-sdk/abi/rccl.h",
            "rocprofiler-sdk/abi/rocdecode.h",
            "rocprofiler-sdk/abi/rocjpeg.h",
            "rocprofiler-sdk/abi/rocshmem.h",
            "rocprofiler-sdk/abi/hipfile.h",
            "rocprofiler-sdk/deprecated/profile_config.h",
            "rocprofiler-sdk/ext_version.h",
            "rocprofiler-sdk/hsa/api_trace_version.h",
            "rocprofiler-sdk/ompt/omp-tools.h",
            "rocprofiler-sdk-roctx/defines.h",
            "rocprofiler-sdk-rocpd/defines.h");

    /// Libraries whose functions take HIP's types.
    private static final Set<String> ABOVE_HIP = Set.of("rccl", "rocshmem", "hipfile");

    /// Headers that only include others.
    private static final Map<String, List<String>> COLLECTIONS = Map.ofEntries(
            Map.entry("hip/api_id.h", List.of("hip/runtime_api_id.h", "hip/compiler_api_id.h")),
            Map.entry("hip.h", List.of("hip/api_args.h", "hip/api_id.h", "hip/table_id.h")),
            Map.entry(
                    "hsa/api_id.h",
                    List.of(
                            "hsa/core_api_id.h",
                            "hsa/amd_ext_api_id.h",
                            "hsa/image_ext_api_id.h",
                            "hsa/finalize_ext_api_id.h")),
            Map.entry(
                    "hsa.h",
                    List.of(
                            "hsa/api_args.h",
                            "hsa/api_id.h",
                            "hsa/api_trace_version.h",
                            "hsa/table_id.h",
                            "hsa/scratch_memory_args.h",
                            "hsa/scratch_memory_id.h")),
            Map.entry("marker.h", List.of("marker/api_args.h", "marker/api_id.h", "marker/table_id.h")),
            Map.entry("rccl.h", List.of("rccl/api_args.h", "rccl/api_id.h", "rccl/table_id.h")),
            Map.entry("rocdecode.h", List.of("rocdecode/api_args.h", "rocdecode/api_id.h", "rocdecode/table_id.h")),
            Map.entry("rocjpeg.h", List.of("rocjpeg/api_args.h", "rocjpeg/api_id.h", "rocjpeg/table_id.h")),
            Map.entry("rocshmem.h", List.of("rocshmem/api_args.h", "rocshmem/api_id.h", "rocshmem/table_id.h")),
            Map.entry("hipfile.h", List.of("hipfile/api_args.h", "hipfile/api_id.h", "hipfile/table_id.h")),
            Map.entry("kfd.h", List.of("kfd/kfd_id.h")),
            Map.entry("profile_config.h", List.of("counter_config.h", "deprecated/profile_config.h")),
            Map.entry(
                    "experimental/thread_trace.h",
                    List.of(
                            "experimental/thread-trace/agent.h",
                            "experimental/thread-trace/core.h",
                            "experimental/thread-trace/dispatch.h",
                            "experimental/thread-trace/trace_decoder.h")));

    private final Facts facts;
    private final Output output;
    private final Documentation documentation = new Documentation();
    private final Map<String, String> fileOf = new HashMap<>();

    private PublicEmitter(Facts facts, Output output) {
        this.facts = facts;
        this.output = output;
    }

    public static void emit(Facts facts, Output output) {
        PublicEmitter emitter = new PublicEmitter(facts, output);
        emitter.verbatim();
        emitter.foreign();
        emitter.sdk();
        emitter.collections();
        output.write("rocprofiler-sdk/version.h", VersionHeader.text(facts.sdk()));
        new CompanionHeaders(facts, output).emit();
        new TracerHeaders(facts, output).emit();
        new CxxHeaders(facts, output).emit();
    }

    private void verbatim() {
        VERBATIM.forEach(path -> output.write(path, resource(path)));
        CxxHeaders.VERBATIM.forEach(path -> output.write(path, resource(path)));
    }

    private static String resource(String path) {
        try (InputStream stream = PublicEmitter.class.getResourceAsStream("include/" + path)) {
            return new String(Objects.requireNonNull(stream, path).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Writes the other libraries' types for machines without their headers: `abi/hip_types.h` and so on.
    private void foreign() {
        for (String name : List.of("hip", "hsa", "rccl", "rocdecode", "rocjpeg", "rocshmem", "hipfile")) {
            boolean usesHip = ABOVE_HIP.contains(name);
            Set<String> elsewhere = usesHip ? Set.copyOf(fileOf.keySet()) : Set.of();
            ForeignTypes types = new ForeignTypes(
                            "abi/" + name + ".h", elsewhere, facts.library(name).structs(), facts.types())
                    .add(facts.library(name));
            List<String> includes = usesHip ? List.of("rocprofiler-sdk/abi/hip.h") : List.of();
            foreign(name, types, includes);
            newer(name, types);
        }
        foreign("hsakmt", external("abi/hsakmt.h", "HSA_", "Hsa"), List.of());
        ForeignTypes ompt = external("abi/ompt.h", "ompt_");
        Struct args = facts.sdk().struct("rocprofiler_ompt_args_t");
        Struct functions = facts.sdk().struct("rocprofiler_ompt_callback_functions_t");
        ompt.useFields(args.fields());
        ompt.useFields(functions.fields());
        foreign("ompt", ompt, List.of());
    }

    private ForeignTypes external(String file, String... prefixes) {
        ForeignTypes types = new ForeignTypes(
                file,
                Set.of("rocprofiler_ompt_callback_functions_t", "rocprofiler_ompt_no_args"),
                facts.sdk().externalStructs(),
                facts.types());
        for (String prefix : prefixes) {
            for (EnumType type : facts.sdk().externalEnums().values()) {
                if (type.name().startsWith(prefix)) {
                    types.add(type);
                }
            }
            for (Struct struct : facts.sdk().externalStructs().values()) {
                if (struct.name().startsWith(prefix)) {
                    types.add(struct);
                }
            }
        }
        return types;
    }

    private void foreign(String name, ForeignTypes types, List<String> includes) {
        StringBuilder body = new StringBuilder(
                "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <sys/types.h>\n");
        includes.forEach(file -> body.append("#include <").append(file).append(">\n"));
        StringBuilder inner = new StringBuilder();
        types.declarations()
                .forEach(declaration -> inner.append(declaration.text()).append('\n'));
        inner.append(documentation.epilogue("abi/" + name + "_types.h"));
        part(
                name,
                "_types.h",
                "Types of " + name + " that payloads mention, where its own headers are absent.",
                "#ifndef",
                body.append('\n').append(CText.externC(inner.toString())).toString());
        types.declarations().forEach(declaration -> fileOf.put(declaration.name(), SDK + "abi/" + name + ".h"));
    }

    /// Those of the types that releases older than the facts have not: `abi/hip_newer.h` and so on.
    private void newer(String name, ForeignTypes types) {
        Map<String, String> absent = facts.types().newer().getOrDefault(name, Map.of());
        if (absent.isEmpty()) {
            return;
        }
        StringBuilder inner = new StringBuilder();
        types.declarations().stream()
                .filter(declaration -> absent.containsKey(declaration.name()))
                .forEach(declaration -> inner.append(
                        conditional(Objects.requireNonNull(absent.get(declaration.name())), declaration.text())));
        part(
                name,
                "_newer.h",
                "Types of " + name + " that payloads mention and that the headers of older releases lack.",
                "#ifdef",
                CText.externC(inner.toString()));
    }

    private static String conditional(String absent, String declaration) {
        return absent.isEmpty() ? declaration + "\n" : "#if %s\n%s#endif\n\n".formatted(absent, declaration);
    }

    /// A part of `abi/<name>.h`, the header that decides whether the library's own headers are used. It may also be
    /// included by itself.
    private void part(String name, String suffix, String about, String condition, String body) {
        String path = SDK + "abi/" + name + suffix;
        String foreign = "ROCPROFILER_SDK_FOREIGN_" + name.toUpperCase(Locale.ROOT);
        output.write(
                path,
                CText.header(
                        path,
                        about,
                        "#include \"%s.h\"\n\n%s %s\n%s\n#endif\n".formatted(name, condition, foreign, body)));
    }

    private void sdk() {
        List<Declaration> declarations = new PublicDeclarations(facts).all();
        Map<String, List<Declaration>> byFile = new TreeMap<>();
        Map<String, List<Function>> functions = new HashMap<>();
        for (Declaration declaration : declarations) {
            fileOf.put(declaration.name(), SDK + declaration.file());
            byFile.computeIfAbsent(declaration.file(), file -> new ArrayList<>())
                    .add(declaration);
        }
        for (Function function : facts.sdk().functions()) {
            if (!function.file().startsWith("lib/")
                    && !facts.sdk().headerInline().contains(function.name())) {
                byFile.computeIfAbsent(function.file(), file -> new ArrayList<>());
                functions
                        .computeIfAbsent(function.file(), file -> new ArrayList<>())
                        .add(function);
            }
        }
        fileOf.put("roctx_range_id_t", "rocprofiler-sdk-roctx/types.h");
        fileOf.put("roctx_thread_id_t", "rocprofiler-sdk-roctx/types.h");
        byFile.forEach((file, list) -> output.write(
                SDK + file,
                new PublicHeader(SDK + file, list, functions.getOrDefault(file, List.of()), fileOf, documentation)
                        .text()));
    }

    private void collections() {
        COLLECTIONS.forEach((file, parts) -> {
            StringBuilder body = new StringBuilder();
            parts.forEach(
                    part -> body.append("#include <").append(SDK).append(part).append(">\n"));
            output.write(SDK + file, CText.header(SDK + file, documentation.about(SDK + file), body.toString()));
        });
    }
}
