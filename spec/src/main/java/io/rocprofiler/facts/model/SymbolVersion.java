package io.rocprofiler.facts.model;

import java.util.List;

/// A node of a library's symbol versions.
///
/// @param library its soname
/// @param inherits the node before it, or empty
/// @param names the symbols that are in it, sorted
public record SymbolVersion(String library, String node, String inherits, List<String> names) {}
