package io.rocprofiler.facts.model;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// roctracer's ABI.
///
/// @param aliases typedef name to what it names, in the order of the headers
/// @param structs all structs except those of the arguments
/// @param apiData `hip_api_data_t` and `hsa_api_data_t`
/// @param plugin the functions that a plugin of the tracer tool defines
/// @param commands types of GPU work, by HIP's numbers
/// @param hip arguments of HIP's functions by name
/// @param hsa arguments of HSA's functions by name
/// @param argumentStructs layouts of the structs that are passed by value
public record Tracer(
        Map<String, Long> macros,
        Map<String, EnumType> enums,
        Map<String, Typedef> typedefs,
        Map<String, Alias> aliases,
        Map<String, Struct> structs,
        Map<String, ApiData> apiData,
        List<Function> functions,
        List<Function> plugin,
        List<Function> callbacks,
        List<Command> commands,
        Map<String, Map<String, String>> operationNames,
        Map<String, ApiArguments> hip,
        Map<String, ApiArguments> hsa,
        Map<String, Struct> argumentStructs) {
    /// Enumerators that count or delimit the others, or stand for no function.
    private static final Set<String> MARKS = Set.of("NONE", "FIRST", "LAST", "NUMBER", "DISPATCH");

    /// A typedef of a type that the headers declare.
    public record Alias(String name, String file, String type) {}

    /// The layout of the data that a callback gets.
    ///
    /// @param arguments the offset of the union of arguments, in bytes
    /// @param result the offset of the result, -1 if it is not reported
    /// @param clientData the offset of the pointer to the client's own word, the last member
    /// @param clientDataOfHip5 the same with HIP 5; 0 for other libraries
    public record ApiData(int size, int arguments, int result, int clientData, int clientDataOfHip5) {}

    /// A type of work that HIP submits to a GPU.
    public record Command(String name, int kind) {}

    public EnumType enumeration(String name) {
        return Objects.requireNonNull(enums.get(name), name);
    }

    /// Returns the functions of an enumeration such as `hip_api_id_t` by number. Of two names with one number, the
    /// first is the function's own; HIP's header gives 0 to functions that are not traced.
    public SortedMap<Integer, String> functions(String enumeration) {
        SortedMap<Integer, String> names = new TreeMap<>();
        enumeration(enumeration).values().forEach((enumerator, id) -> {
            String name = function(enumerator);
            boolean traced = !MARKS.contains(name) && !name.startsWith("RESERVED_");
            if (traced && (id > 0 || !enumeration.startsWith("hip"))) {
                names.putIfAbsent(id.intValue(), name);
            }
        });
        return names;
    }

    /// Returns `hipMalloc` for `HIP_API_ID_hipMalloc`.
    public static String function(String enumerator) {
        return enumerator.substring(enumerator.indexOf("_API_ID_") + "_API_ID_".length());
    }

    /// Returns the slots of a library's functions by the numbers in this enumeration.
    public SortedMap<Integer, Slot> slots(String enumeration, Library library) {
        SortedMap<Integer, String> functions = functions(enumeration);
        SortedMap<Integer, Slot> slots = new TreeMap<>();
        for (Table table : library.tables()) {
            for (Slot slot : table.slots()) {
                Long id = enumeration(enumeration).values().get(slot.runtimeName());
                if (id != null && functions.containsKey(id.intValue())) {
                    slots.putIfAbsent(id.intValue(), slot);
                }
            }
        }
        return slots;
    }

    /// Returns the layout of the data that a callback gets, for library `hip` or `hsa`.
    public ApiData data(String library) {
        return Objects.requireNonNull(apiData.get(library + "_api_data_t"), library);
    }

    public Struct struct(String name) {
        return Objects.requireNonNull(structs.get(name), name);
    }
}
