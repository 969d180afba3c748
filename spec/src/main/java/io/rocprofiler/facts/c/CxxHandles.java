package io.rocprofiler.facts.c;

import java.util.List;

/// Handles, and a few structs, as keys: `cxx/hash.hpp` and `cxx/operators.hpp`.
final class CxxHandles {
    private static final List<String> DERIVED =
            List.of("!=: !(lhs == rhs)", ">: rhs < lhs", "<=: !(rhs < lhs)", ">=: !(lhs < rhs)");

    private static final String INCLUDES = """
            #pragma once

            #include <rocprofiler-sdk/agent.h>
            #include <rocprofiler-sdk/counters.h>
            #include <rocprofiler-sdk/experimental/thread-trace/trace_decoder.h>
            #include <rocprofiler-sdk/fwd.h>
            #include <rocprofiler-sdk/hsa.h>
            #include <rocprofiler-sdk/internal_threading.h>

            """;

    private static final String HASH = """
            #include <cstddef>
            #include <functional>

            namespace rocprofiler {
            namespace sdk {
            namespace hash {

            template <class T> struct handle_hasher {
                static_assert(sizeof(T) == 8, "a handle of 64 bits");
                size_t operator()(T value) const { return value.handle; }
            };

            } // namespace hash
            } // namespace sdk
            } // namespace rocprofiler

            namespace std {

            """;

    private static final String OPERATORS = """
            #include <cstddef>
            #include <string_view>
            #include <tuple>
            #include <type_traits>

            namespace rocprofiler::sdk::operators {

            template <class T> constexpr bool equal(T lhs, T rhs) {
                static_assert(sizeof(T) == 8, "a handle of 64 bits");
                return lhs.handle == rhs.handle;
            }

            template <class T> constexpr bool less(T lhs, T rhs) {
                static_assert(sizeof(T) == 8, "a handle of 64 bits");
                return lhs.handle < rhs.handle;
            }

            namespace detail {

            /// A text by its characters, NULL as an empty one; any other value as it is.
            template <class T> constexpr auto comparable(const T& value) {
                if constexpr (std::is_convertible_v<const T&, const char*>) {
                    const char* text = value;
                    return text != nullptr ? std::string_view{text} : std::string_view{};
                } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
                    return std::string_view{value};
                } else {
                    return value;
                }
            }

            } // namespace detail

            /// The values as a tuple that compares texts by their characters.
            template <class... T> constexpr auto tie_sv(T&... values) {
                return std::make_tuple(detail::comparable(values)...);
            }

            } // namespace rocprofiler::sdk::operators

            """;

    /// How structs compare, as in AMD's `operators.hpp` (rocprofiler-sdk 1.0.0). Of the last three structs it declares
    /// all six operators, and defines two.
    private static final String STRUCTS = """
            inline bool operator==(const rocprofiler_agent_v0_t& lhs, const rocprofiler_agent_v0_t& rhs) {
                return lhs.id == rhs.id;
            }
            inline bool operator<(const rocprofiler_agent_v0_t& lhs, const rocprofiler_agent_v0_t& rhs) {
                return lhs.id < rhs.id;
            }

            inline bool operator==(rocprofiler_dim3_t lhs, rocprofiler_dim3_t rhs) {
                return lhs.x == rhs.x && lhs.y == rhs.y && lhs.z == rhs.z;
            }
            /// By the number of elements, in 32 bits, then by each dimension.
            inline bool operator<(rocprofiler_dim3_t lhs, rocprofiler_dim3_t rhs) {
                return std::make_tuple(lhs.x * lhs.y * lhs.z, lhs.x, lhs.y, lhs.z)
                       < std::make_tuple(rhs.x * rhs.y * rhs.z, rhs.x, rhs.y, rhs.z);
            }

            inline bool operator==(rocprofiler_version_triplet_t lhs, rocprofiler_version_triplet_t rhs) {
                return std::tie(lhs.major, lhs.minor, lhs.patch) == std::tie(rhs.major, rhs.minor, rhs.patch);
            }
            inline bool operator<(rocprofiler_version_triplet_t lhs, rocprofiler_version_triplet_t rhs) {
                return std::tie(lhs.major, lhs.minor, lhs.patch) < std::tie(rhs.major, rhs.minor, rhs.patch);
            }

            inline bool operator==(const rocprofiler_counter_record_dimension_info_t& lhs,
                                   const rocprofiler_counter_record_dimension_info_t& rhs) {
                using rocprofiler::sdk::operators::tie_sv;
                return tie_sv(lhs.id, lhs.instance_size, lhs.name) == tie_sv(rhs.id, rhs.instance_size, rhs.name);
            }
            inline bool operator<(const rocprofiler_counter_record_dimension_info_t& lhs,
                                  const rocprofiler_counter_record_dimension_info_t& rhs) {
                using rocprofiler::sdk::operators::tie_sv;
                return tie_sv(lhs.id, lhs.instance_size, lhs.name) < tie_sv(rhs.id, rhs.instance_size, rhs.name);
            }

            inline bool operator==(const rocprofiler_counter_dimension_info_t& lhs,
                                   const rocprofiler_counter_dimension_info_t& rhs) {
                using rocprofiler::sdk::operators::tie_sv;
                return tie_sv(lhs.dimension_name, lhs.index, lhs.size) == tie_sv(rhs.dimension_name, rhs.index, rhs.size);
            }
            inline bool operator<(const rocprofiler_counter_dimension_info_t& lhs,
                                  const rocprofiler_counter_dimension_info_t& rhs) {
                using rocprofiler::sdk::operators::tie_sv;
                return tie_sv(lhs.dimension_name, lhs.index, lhs.size) < tie_sv(rhs.dimension_name, rhs.index, rhs.size);
            }

            inline bool operator==(const rocprofiler_counter_record_dimension_instance_info_t& lhs,
                                   const rocprofiler_counter_record_dimension_instance_info_t& rhs) {
                if (std::tie(lhs.instance_id, lhs.counter_id, lhs.dimensions_count)
                    != std::tie(rhs.instance_id, rhs.counter_id, rhs.dimensions_count)) {
                    return false;
                }
                for (size_t i = 0; i < lhs.dimensions_count; ++i) {
                    if (!(*lhs.dimensions[i] == *rhs.dimensions[i])) return false;
                }
                return true;
            }
            inline bool operator<(const rocprofiler_counter_record_dimension_instance_info_t& lhs,
                                  const rocprofiler_counter_record_dimension_instance_info_t& rhs) {
                const auto left = std::tie(lhs.instance_id, lhs.counter_id, lhs.dimensions_count);
                const auto right = std::tie(rhs.instance_id, rhs.counter_id, rhs.dimensions_count);
                if (left != right) return left < right;
                for (size_t i = 0; i < lhs.dimensions_count; ++i) {
                    if (*lhs.dimensions[i] < *rhs.dimensions[i]) return true;
                    if (*rhs.dimensions[i] < *lhs.dimensions[i]) return false;
                }
                return false;
            }

            """;

    private CxxHandles() {}

    static String hash(List<String> handles) {
        CText text = new CText()
                .comment("Handles as keys of unordered containers, together with operators.hpp. C++14.")
                .add(INCLUDES + HASH);
        for (String handle : handles) {
            text.line("template <> struct hash<%1$s> : rocprofiler::sdk::hash::handle_hasher<%1$s> {", handle)
                    .line("    using parent_type = rocprofiler::sdk::hash::handle_hasher<%s>;", handle)
                    .line("};");
        }
        return text.blank().line("} // namespace std").toString();
    }

    static String operators(List<String> handles) {
        CText text = new CText()
                .comment(
                        "All six comparisons, of handles and of a few structs. C++17.\n"
                                + "They are in the global namespace: in one with comparisons of its own, say `using ::operator==`.")
                .add(INCLUDES + OPERATORS);
        for (String handle : handles) {
            compare(text, handle, "==: rocprofiler::sdk::operators::equal(lhs, rhs)");
            compare(text, handle, "<: rocprofiler::sdk::operators::less(lhs, rhs)");
            DERIVED.forEach(rule -> compare(text, handle, rule));
            text.blank();
        }
        text.add(STRUCTS);
        for (String value : List.of("rocprofiler_dim3_t", "rocprofiler_version_triplet_t")) {
            DERIVED.forEach(rule -> compare(text, value, rule));
            text.blank();
        }
        for (String struct : List.of(
                "rocprofiler_agent_v0_t",
                "rocprofiler_counter_record_dimension_info_t",
                "rocprofiler_counter_dimension_info_t",
                "rocprofiler_counter_record_dimension_instance_info_t")) {
            DERIVED.forEach(rule -> compare(text, "const " + struct + "&", rule));
            text.blank();
        }
        return text.toString();
    }

    /// @param rule the operator, a colon and its value
    private static void compare(CText text, String type, String rule) {
        String[] parts = rule.split(": ", 2);
        text.line("inline bool operator%s(%s lhs, %2$s rhs) { return %3$s; }", parts[0], type, parts[1]);
    }
}
