package io.rocprofiler.facts.model;

import java.util.List;
import java.util.Map;

/// The parts of HSA besides its API tables that our C libraries use (`hsa-internal.json`).
///
/// @param structs of headers that the SDK does not use
/// @param layouts names of structs that the SDK's headers leave incomplete; [CTypes] has their layouts
/// @param functions names of the functions that our C libraries call or replace
public record HsaInternals(
        Map<String, Struct> structs, Map<String, EnumType> enums, List<String> layouts, List<String> functions) {}
