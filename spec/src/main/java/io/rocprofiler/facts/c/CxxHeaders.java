package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.output.Output;
import java.util.List;
import java.util.stream.Stream;

/// The helpers for tools in C++, `rocprofiler-sdk/cxx/`: what follows from the facts. The others are copied.
final class CxxHeaders {
    /// Helpers without facts.
    static final List<String> VERBATIM = Stream.of(
                    "codeobj/segment",
                    "container/c_array",
                    "details/join",
                    "details/mpl",
                    "details/name_info",
                    "details/tokenize",
                    "name_info",
                    "perfetto",
                    "serialization",
                    "serialization/cereal",
                    "utility",
                    "version")
            .map(CxxHeaders::path)
            .toList();

    /// The handles of HSA that AMD's `hash.hpp` and `operators.hpp` (rocprofiler-sdk 1.0.0) have, too.
    private static final List<String> HSA_HANDLES =
            List.of("hsa_agent_t", "hsa_signal_t", "hsa_executable_t", "hsa_region_t", "hsa_amd_memory_pool_t");

    private final Facts facts;
    private final Output output;

    CxxHeaders(Facts facts, Output output) {
        this.facts = facts;
        this.output = output;
    }

    void emit() {
        List<String> handles = Stream.concat(
                        facts.sdk().structs().values().stream()
                                .filter(CxxHeaders::isHandle)
                                .map(Struct::name),
                        HSA_HANDLES.stream())
                .toList();
        output.write(path("hash"), CxxHandles.hash(handles));
        output.write(path("operators"), CxxHandles.operators(handles));
        output.write(path("enum_string"), CxxLabels.text(facts.sdk()));
        CxxSerialization serialization = new CxxSerialization(facts);
        output.write(path("serialization/save"), serialization.save());
        output.write(path("serialization/load"), serialization.load());
    }

    private static boolean isHandle(Struct struct) {
        return struct.size() == 8 && struct.fields().getFirst().name().equals("handle");
    }

    private static String path(String name) {
        return "rocprofiler-sdk/cxx/" + name + ".hpp";
    }
}
