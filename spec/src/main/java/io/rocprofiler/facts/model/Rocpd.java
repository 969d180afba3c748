package io.rocprofiler.facts.model;

import java.util.List;
import java.util.Map;

/// `librocprofiler-sdk-rocpd`'s ABI.
///
/// @param version as `1.0.0`
public record Rocpd(
        Version version,
        Map<String, Struct> structs,
        Map<String, EnumType> enums,
        List<Function> functions,
        List<Function> callbacks) {}
