package io.rocprofiler.facts.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Struct;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublicHeadersTest {
    @TempDir
    static Path include;

    @TempDir
    Path work;

    private final Facts facts = Facts.read(Compiler.FACTS);

    @BeforeAll
    static void generate() {
        Compiler.generate("c-public", include);
    }

    @Test
    void everyHeaderCompilesAloneInCAndCxx() {
        List<String> headers = Compiler.headers(include);
        assertThat(headers)
                .contains("rocprofiler-sdk/rocprofiler.h", "rocprofiler-sdk-roctx/roctx.h")
                .hasSizeGreaterThan(80);
        for (String header : headers) {
            Path file = Compiler.write(work.resolve("alone.c"), "#include <" + header + ">\n");
            for (List<String> language : List.of(Compiler.C99, Compiler.C11, Compiler.CXX17)) {
                Compiler.compile(language, file, include);
            }
        }
    }

    @Test
    void everyHelperForCxxCompilesAlone() {
        List<String> helpers = Compiler.helpers(include);
        assertThat(helpers).contains("rocprofiler-sdk/cxx/name_info.hpp").hasSizeGreaterThan(10);
        for (String helper : helpers) {
            Path file = Compiler.write(work.resolve("alone.cpp"), "#include <" + helper + ">\n");
            Compiler.compile(Compiler.CXX17, file, include);
        }
    }

    @Test
    void structsAndEnumeratorsAreWhereTheFactsMeasuredThem() {
        Probe probe = new Probe(
                "rocprofiler-sdk/rocprofiler.h",
                "rocprofiler-sdk/registration.h",
                "rocprofiler-sdk/spm.h",
                "rocprofiler-sdk/experimental/counters.h",
                "rocprofiler-sdk/experimental/registration.h",
                "rocprofiler-sdk/experimental/spm.h",
                "rocprofiler-sdk/experimental/thread_trace.h",
                "rocprofiler-sdk-roctx/api_trace.h",
                "rocprofiler-sdk-rocpd/rocpd.h",
                "rocprofiler-register/rocprofiler-register.h");
        facts.sdk().structs().values().forEach(probe::struct);
        facts.sdk().externalStructs().values().forEach(probe::struct);
        facts.sdk().enums().values().forEach(probe::enumeration);
        facts.sdk().externalEnums().values().forEach(probe::enumeration);
        facts.registry().structs().values().forEach(probe::struct);
        facts.registry().enums().values().forEach(probe::enumeration);
        facts.rocpd().structs().values().forEach(probe::struct);
        facts.rocpd().enums().values().forEach(probe::enumeration);
        facts.roctx().structs().values().forEach(probe::struct);
        facts.library("roctx").tables().forEach(table -> probe.table(table, table.size()));
        for (Struct union : facts.sdk().structs().values()) {
            if (!union.fieldsIn().isEmpty()) {
                probe.arguments(union, facts.library(union.fieldsIn().replace(".json", "")));
            }
        }
        assertThat(probe.assertions()).isGreaterThan(6000);
        Path file = Compiler.write(work.resolve("probe.c"), probe.toString());
        Compiler.compile(Compiler.C11, file, include);
        Compiler.compile(Compiler.CXX17, file, include);
    }

    @Test
    void aToolWrittenForAmdsHeadersCompiles() {
        Compiler.compile(Compiler.C11, Compiler.source("tool.c", work), include);
        Compiler.compile(Compiler.CXX17, Compiler.source("tool.cpp", work), include);
    }
}
