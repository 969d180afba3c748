package io.rocprofiler.facts.model;

import java.util.List;
import java.util.Map;

/// What the helpers for C++ write and read of structs.
///
/// @param bits unions of which all named bits are written and read
/// @param save struct to its members: `MEMBER`, `NAME=MEMBER` or `NAME=RULE(MEMBER)`, separated by blanks
/// @param load the same for what is read
public record Serialized(List<String> bits, Map<String, String> save, Map<String, String> load) {}
