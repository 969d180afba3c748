package io.rocprofiler.facts.model;

import java.util.Map;

/// A C enumeration; `values` keeps the order of the header and may hold aliases (equal values).
///
/// @param file the public header that declares it; empty if unknown
/// @param later enumerators that a release later than the facts' default added; their names never repeat `values`
public record EnumType(String name, String file, Kind kind, Map<String, Long> values, Map<String, Long> later) {}
