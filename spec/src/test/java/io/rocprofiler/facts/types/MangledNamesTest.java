package io.rocprofiler.facts.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.facts.c.Compiler;
import io.rocprofiler.facts.model.Args;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Struct;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Compares mangled names with the compiler's own.
class MangledNamesTest {
    private static final String HEAD = """
            #include <cstdio>
            #include <cstring>
            #include <typeinfo>
            static int checked;
            static void check(const char* what, const char* ours, const char* its) {
                checked++;
                if (strcmp(ours, its) != 0) printf("%s is %s, not %s\\n", what, its, ours);
            }
            """;

    @TempDir
    Path work;

    private final Facts facts = Facts.read(Compiler.FACTS);
    private final CTypeParser parser = new CTypeParser(facts);

    private String mangle(String type) {
        return Mangler.mangle(parser.parse(type), facts.types().mangled());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "const char* | PKc",
                "size_t | m",
                "uint64_t* | Pm",
                "unsigned long long | y",
                "bool* | Pb",
                "void** | PPv",
                "const void* const* | PKPKv",
                "hipStream_t | P12ihipStream_t",
                "const hipStream_t | P12ihipStream_t",
                "hipError_t | 10hipError_t",
                "hsa_agent_t | 11hsa_agent_s",
                "const struct hsa_agent_s* | PK11hsa_agent_s",
                "const hipGraphNode_t* | PKP12hipGraphNode",
                "const hipGraphNode_t** | PPKP12hipGraphNode",
                "volatile hsa_signal_value_t** | PPVl",
                "const size_t[] | PKm",
                "void*[3] | PPv",
                "hipStreamCallback_t | PFvP12ihipStream_t10hipError_tPvE",
                "hsa_status_t (*)(hsa_agent_t, void*) | PF12hsa_status_t11hsa_agent_sPvE",
                "hsa_amd_queue_intercept_handler | PFvPKvmmPvPFvS0_mEE",
                "ompt_function_lookup_t | PFPFvvEPKcE",
                "uint3* | P15HIP_vector_typeIjLj3EE",
                "dim3* | P4dim3",
                "rocprofiler_dim3_t | 18rocprofiler_dim3_t",
            })
    void namesAreThoseOfTheItaniumAbi(String type, String name) {
        assertThat(mangle(type)).isEqualTo(name);
    }

    @Test
    void everyTypeHasTheNameThatTheCompilerGivesIt() {
        Map<String, CType> types = new TreeMap<>();
        for (String type : memberTypes()) {
            types.put(type, parser.parse(type));
        }
        Set<CType.Tagged> tagged = new LinkedHashSet<>();
        types.values().forEach(type -> tags(type, tagged));
        StringBuilder program = new StringBuilder(HEAD);
        program.append("template <typename T, unsigned int N> struct HIP_vector_type {};\n");
        for (CType.Tagged type : tagged) {
            program.append(type.keyword())
                    .append(' ')
                    .append(type.tag())
                    .append(type.isEnum() ? " : unsigned" : "")
                    .append(" {};\n");
        }
        program.append("int main() {\n");
        types.forEach((name, type) -> check(
                program,
                name,
                mangle(name),
                "typeid(" + type.spell("").replace("struct uint3", "HIP_vector_type<unsigned int, 3>") + ").name()"));
        assertThat(run(program)).isEqualTo(types.size() + " checked\n");
        assertThat(types).hasSizeGreaterThan(380);
    }

    @Test
    void theMembersOfOurHeadersHaveThoseTypes() {
        Path include = work.resolve("include");
        Compiler.generate("c-public", include);
        StringBuilder program = new StringBuilder(HEAD)
                .append("#include <rocprofiler-sdk/rocprofiler.h>\n#include <rocprofiler-sdk/ompt.h>\nint main() {\n");
        int members = 0;
        for (Struct union : facts.sdk().structs().values()) {
            if (!union.fieldsIn().isEmpty()) {
                members +=
                        members(program, union, facts.library(union.fieldsIn().replace(".json", "")));
            }
        }
        Struct ompt = facts.sdk().struct("rocprofiler_ompt_args_t");
        for (Field event : ompt.fields()) {
            for (Field field : event.fields()) {
                member(program, ompt, event.name() + "." + field.name(), field.type());
                members++;
            }
        }
        assertThat(run(program, "-I" + include)).isEqualTo(members + " checked\n");
        assertThat(members).isGreaterThan(2400);
    }

    /// Checks the members of a union. In the headers, a slot newer than the default release has machine types.
    private int members(StringBuilder program, Struct union, Library library) {
        int members = 0;
        Set<String> seen = new TreeSet<>();
        for (Slot slot : slots(library)) {
            Args args = slot.args();
            if (args == null || !slot.source().isEmpty() || !seen.add(slot.name())) {
                continue;
            }
            for (int i = 0; i < args.names().size(); i++) {
                String type = args.types().get(i);
                if (!type.startsWith("uint3")) { // C has no templates
                    member(program, union, slot.name() + "." + args.names().get(i), type);
                    members++;
                }
            }
        }
        return members;
    }

    private void member(StringBuilder program, Struct union, String member, String type) {
        String expression = "typeid(static_cast<" + union.name() + "*>(nullptr)->" + member + ").name()";
        check(program, member, mangle(type), expression);
    }

    /// Compares with the list of arguments that was measured apart from the tables. The list has two lines for an
    /// argument whose type changed with HIP 7.
    @Test
    void theMeasuredArgumentsHaveThoseTypes() throws IOException {
        Map<List<String>, Set<String>> measured = new TreeMap<>(Comparator.comparing(List::toString));
        for (String line : Files.readAllLines(Compiler.FACTS.resolve("sdk-api-args.tsv"))) {
            String[] words = line.split("\t", -1);
            String type = words[5].replaceFirst("^ROCPROFILER_SDK_COMPUTE_VERSION\\(.*\\) ", "");
            if (!type.isEmpty() && !type.contains("no_args") && !type.contains("HIP_MEMSET_NODE_PARAMS")) {
                measured.computeIfAbsent(List.of(words[0], words[2], words[4]), _ -> new TreeSet<>())
                        .add(type);
            }
        }
        int compared = 0;
        for (Map.Entry<List<String>, Set<String>> argument : measured.entrySet()) {
            for (String type : typesOf(argument.getKey())) {
                assertThat(argument.getValue().stream().map(this::mangle))
                        .as("%s", argument)
                        .contains(mangle(type));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(2300);
    }

    private List<String> typesOf(List<String> domainFunctionArgument) {
        String argument = domainFunctionArgument.getLast();
        List<String> found = new ArrayList<>();
        for (Library library : facts.libraries()) {
            for (Slot slot : slots(library)) {
                Args args = slot.args();
                int at = args == null ? -1 : args.names().indexOf(argument);
                if (args != null && at >= 0 && slot.name().equals(domainFunctionArgument.get(1))) {
                    found.add(args.types().get(at));
                }
            }
        }
        return found;
    }

    private static List<Slot> slots(Library library) {
        return library.tables().stream()
                .flatMap(table -> table.slots().stream())
                .toList();
    }

    private Set<String> memberTypes() {
        Set<String> types = new TreeSet<>();
        for (Library library : facts.libraries()) {
            for (Slot slot : slots(library)) {
                Args args = slot.args();
                types.addAll(args == null ? List.of() : args.types());
            }
        }
        for (Field event : facts.sdk().struct("rocprofiler_ompt_args_t").fields()) {
            event.fields().forEach(field -> types.add(field.type()));
        }
        return types;
    }

    private static void tags(CType type, Set<CType.Tagged> tags) {
        switch (type) {
            case CType.Scalar _ -> {}
            case CType.Tagged tagged -> tags.add(new CType.Tagged(tagged.keyword(), tagged.tag(), ""));
            case CType.Pointer(CType to) -> tags(to, tags);
            case CType.Qualified(boolean _, boolean _, CType inner) -> tags(inner, tags);
            case CType.Function(CType result, List<CType> parameters) -> {
                tags(result, tags);
                parameters.forEach(parameter -> tags(parameter, tags));
            }
        }
    }

    private static void check(StringBuilder program, String what, String name, String expression) {
        program.append("    check(\"%s\", \"%s\", %s);\n".formatted(what, name, expression));
    }

    private String run(StringBuilder program, String... options) {
        program.append("    printf(\"%d checked\\n\", checked);\n}\n");
        Path source = Compiler.write(work.resolve("names.cpp"), program.toString());
        String binary = work.resolve("names").toString();
        List<String> command = new ArrayList<>(List.of("g++", "-std=c++17", "-w", "-o", binary, source.toString()));
        command.addAll(List.of(options));
        Compiler.run(command);
        return Compiler.run(List.of(binary));
    }
}
