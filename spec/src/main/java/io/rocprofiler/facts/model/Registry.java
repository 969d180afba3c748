package io.rocprofiler.facts.model;

import java.util.List;
import java.util.Map;

/// `librocprofiler-register`'s ABI.
public record Registry(
        Version version,
        Map<String, Struct> structs,
        Map<String, EnumType> enums,
        List<Function> functions,
        List<Function> callbacks,
        List<Client> clients) {
    /// A library that may register.
    public record Client(int index, String commonName, String importSymbol, String fileRegex) {}
}
