package io.rocprofiler.facts.model;

import java.util.List;
import java.util.Map;

/// What our C libraries know of HSA besides its API tables (`hsa-internal.json`).
///
/// @param structs of headers that are not the SDK's business
/// @param layouts names of structs that the SDK's headers leave incomplete; [CTypes] has them
/// @param functions names of the functions that they call, or stand in for
public record HsaInternals(
        Map<String, Struct> structs, Map<String, EnumType> enums, List<String> layouts, List<String> functions) {}
