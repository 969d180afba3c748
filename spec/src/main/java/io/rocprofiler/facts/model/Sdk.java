package io.rocprofiler.facts.model;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// The SDK's own ABI.
///
/// @param version of AMD's that this build answers: headers, libraries and packages take it from here
/// @param structs declared by the SDK's headers
/// @param externalStructs structs of other libraries, used by value in the SDK's
/// @param kernelEnums enumerations that the kernel driver reports to the SDK; not part of its headers
/// @param aliases typedef name to what it names (`struct:x`, `enum:x`)
/// @param headerInline functions that exist only in the headers
public record Sdk(
        Version version,
        Map<String, Struct> structs,
        Map<String, Struct> externalStructs,
        Map<String, EnumType> enums,
        Map<String, EnumType> externalEnums,
        Map<String, EnumType> kernelEnums,
        Map<String, Kind> aliases,
        Map<String, Typedef> typedefs,
        Map<String, Long> macros,
        List<Function> functions,
        List<Function> callbacks,
        Set<String> headerInline) {
    public Struct struct(String name) {
        return Objects.requireNonNull(structs.get(name), name);
    }

    public EnumType enumeration(String name) {
        return Objects.requireNonNull(enums.get(name), name);
    }
}
