package io.rocprofiler.facts.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Function;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeSourcesTest {
    @TempDir
    static Path generated;

    @TempDir
    static Path include;

    @TempDir
    Path work;

    private final Facts facts = Facts.read(Compiler.FACTS);

    @BeforeAll
    static void generate() {
        Compiler.generate("c-native", generated);
        Compiler.generate("c-public", include);
    }

    @Test
    void layoutsServeCAndAssembly() {
        Path c = Compiler.write(
                work.resolve("layout.c"),
                "#include <rpj_native.h>\n#include <rpj_segment.h>\n" + "#include <rpj_journal.h>\n");
        Compiler.compile(Compiler.C11, c, generated);
        Path assembly = Compiler.write(
                work.resolve("layout.S"),
                "#include <rpj_native.h>\n.text\nmovq RPJ_NATIVE_SLOT_TARGET(%rdi), %rax\n"
                        + ".if RPJ_NATIVE_FRAME_SIZEOF != 1584\n.error \"frame\"\n.endif\n");
        Compiler.run(List.of(
                "gcc", "-c", "-I" + generated, "-o", work.resolve("layout.o").toString(), assembly.toString()));
    }

    @Test
    void layoutsAgreeWithTheirFacts() {
        Probe probe = new Probe("rpj_native.h", "rpj_segment.h", "rpj_journal.h");
        facts.nativeLayouts().structs().values().forEach(probe::struct);
        facts.segmentLayouts().structs().values().forEach(probe::struct);
        facts.journalLayouts().structs().values().forEach(probe::struct);
        Compiler.compile(Compiler.C11, Compiler.write(work.resolve("probe.c"), probe.toString()), generated);
    }

    @Test
    void trampolinesPackTheirArguments() {
        Compiler.source("engine/after_engine.h", work);
        Compiler.source("boot/boot.h", work);
        Path library = work.resolve("libexports.so");
        Compiler.run(List.of(
                "gcc",
                "-std=gnu11",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-fvisibility=hidden",
                "-fPIC",
                "-shared",
                "-D_GNU_SOURCE",
                "-I" + work,
                "-I" + generated,
                "-I" + include,
                "-o",
                library.toString(),
                generated.resolve("rpj_sdk_exports.c").toString()));
        assertThat(exported(library)).isEqualTo(expected());
        Path program = work.resolve("trampolines");
        Compiler.run(List.of(
                "gcc",
                "-std=gnu11",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-I" + work,
                "-I" + generated,
                "-I" + include,
                "-o",
                program.toString(),
                Compiler.source("trampolines.c", work).toString(),
                generated.resolve("rpj_sdk_exports.c").toString()));
        assertThat(Compiler.run(List.of(program.toString()))).isEqualTo("""
                rocprofiler_push_external_correlation_id 7 42 9 -> 0
                rocprofiler_iterate_callback_tracing_kind_operation_args copied 64 bytes, 2 -> 17
                rocprofiler_create_context without engine -> 1
                rocprofiler_is_initialized without engine 0 -> 0
                rocprofiler_get_pc_sampling_instruction_type_name -> name
                """);
    }

    private static Set<String> exported(Path library) {
        return Compiler.run(List.of("nm", "-D", "--defined-only", library.toString()))
                .lines()
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .collect(Collectors.toSet());
    }

    private Set<String> expected() {
        return facts.sdk().functions().stream()
                .filter(function -> !function.role().equals("client"))
                .map(Function::name)
                .filter(name -> !facts.sdk().headerInline().contains(name))
                .filter(name -> !Trampolines.BY_HAND.contains(name))
                .collect(Collectors.toSet());
    }
}
