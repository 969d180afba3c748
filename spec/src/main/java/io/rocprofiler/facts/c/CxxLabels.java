package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.EnumType;
import io.rocprofiler.facts.model.Sdk;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Enumerators by value: `cxx/enum_string.hpp`, with a table of each enumeration.
final class CxxLabels {
    /// Enumerations of single bits.
    private static final Set<String> BITSETS = Set.of(
            "rocprofiler_intercept_table_t", "rocprofiler_runtime_library_t", "rocprofiler_scratch_alloc_flag_t");

    private static final String BEFORE = """
            namespace rocprofiler::sdk::details {

            template <class EnumT> struct rocprofiler_enum_entry {
                EnumT value;
                std::string_view label;
            };

            /// An enumeration: its labels in ascending order of their values, from `begin` to before `end`.
            template <class EnumT> struct rocprofiler_enum_info {
                static constexpr bool supported = false;
            };

            #define ROCPROFILER_ENUM_LABEL(NAME) {NAME, std::string_view{#NAME, sizeof(#NAME) - 1}}

            """;

    private static final String AFTER = """
            template <class EnumT> constexpr std::string_view get_enum_label(EnumT value) {
                using info = rocprofiler_enum_info<EnumT>;
                const auto index = static_cast<size_t>(value); // where values follow one another, as most do
                if (index < std::size(info::labels) && info::labels[index].value == value) return info::labels[index].label;
                for (const auto& entry : info::labels) {
                    if (entry.value == value) return entry.label;
                }
                return info::unsupported;
            }

            template <class EnumT, size_t Value> struct rocprofiler_enum_label {
                static constexpr std::string_view value = get_enum_label(static_cast<EnumT>(Value));
            };

            } // namespace rocprofiler::sdk::details

            namespace rocprofiler::sdk {

            /// The enumerator as it is written, for example "ROCPROFILER_HIP_LIBRARY"; the first one of several with that
            /// value. `unsupported_` and the name of the enumeration where there is none.
            template <class EnumT> constexpr std::string_view get_enum_label(EnumT value) {
                static_assert(details::rocprofiler_enum_info<EnumT>::supported, "an enumeration with labels");
                return details::get_enum_label(value);
            }

            } // namespace rocprofiler::sdk
            """;

    private CxxLabels() {}

    static String text(Sdk sdk) {
        CText text = new CText()
                .comment("The names of enumerators. C++17.")
                .line("#pragma once")
                .blank();
        Set<String> files = new TreeSet<>();
        List<EnumType> types = sdk.enums().values().stream()
                .filter(type -> type.name().startsWith("rocprofiler_"))
                .toList();
        types.forEach(type -> files.add(type.file()));
        files.forEach(file -> text.line("#include <rocprofiler-sdk/%s>", file));
        text.blank()
                .add("#include <cstddef>\n#include <iterator>\n#include <string_view>\n")
                .blank()
                .add(BEFORE);
        types.forEach(type -> add(type, text));
        return text.add(AFTER).toString();
    }

    private static void add(EnumType type, CText text) {
        Map<Long, String> labels = new LinkedHashMap<>();
        type.values().entrySet().stream()
                .filter(entry -> entry.getValue() >= 0)
                .sorted(Map.Entry.comparingByValue()) // stable: the first of equal ones stays first
                .forEach(entry -> labels.putIfAbsent(entry.getValue(), entry.getKey()));
        String last = type.values().keySet().stream()
                .filter(name -> name.endsWith("_LAST"))
                .findFirst()
                .orElse("");
        labels.values().removeIf(last::equals);
        long end = labels.keySet().stream().mapToLong(Long::longValue).max().orElseThrow() + 1;
        text.line("template <> struct rocprofiler_enum_info<%s> {", type.name())
                .line("    static constexpr bool supported = true;")
                .line("    static constexpr bool is_bitset = %s;", BITSETS.contains(type.name()))
                .line("    static constexpr size_t begin = 0;")
                .line("    static constexpr size_t end = %d;", end)
                .line("    static constexpr std::string_view unsupported = \"unsupported_%s\";", type.name())
                .line("    static constexpr rocprofiler_enum_entry<%s> labels[] = {", type.name());
        labels.values().forEach(name -> text.line("        ROCPROFILER_ENUM_LABEL(%s),", name));
        text.line("    };").line("};").blank();
    }
}
