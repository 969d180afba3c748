package io.rocprofiler.facts.model;

import java.util.List;
import java.util.Map;

/// ROC-TX's own ABI, without its tables.
public record Roctx(
        Map<String, Long> macros,
        Map<String, Struct> structs,
        Map<String, Typedef> typedefs,
        List<Function> functions,
        List<Function> callbacks) {}
