package io.rocprofiler.facts.model;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/// roctracer's ABI.
///
/// @param aliases typedef name to what it names, in the order of the headers
/// @param structs besides those of the arguments
/// @param apiData `hip_api_data_t` and `hsa_api_data_t`
/// @param plugin the functions a plugin of the tracer tool defines
/// @param commands what HIP does on a GPU, by the number it has for it
/// @param hip arguments of HIP's functions by name
/// @param hsa arguments of HSA's functions by name
/// @param argumentStructs layouts of the structs that stand in arguments by value
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
    /// A typedef of a type that the headers declare.
    public record Alias(String name, String file, String type) {}

    /// What a callback is told.
    ///
    /// @param arguments where their union lies, in bytes
    /// @param result where the result lies, -1 if it is not told
    /// @param clientData where the pointer to the client's own word lies
    public record ApiData(int size, int arguments, int result, int clientData) {}

    /// A sort of work that HIP gives a GPU.
    public record Command(String name, int kind) {}

    public EnumType enumeration(String name) {
        return Objects.requireNonNull(enums.get(name), name);
    }

    /// The function's number, -1 if it has none: HIP's header gives 0 to functions that are not traced.
    public long id(String enumeration, Slot slot) {
        long id = enumeration(enumeration).values().getOrDefault(slot.runtimeName(), -1L);
        return id == 0 && enumeration.startsWith("hip") ? -1 : id;
    }

    public Struct struct(String name) {
        return Objects.requireNonNull(structs.get(name), name);
    }
}
