package io.rocprofiler.facts.model;

import java.util.List;

/// A node of a library's symbol versions.
///
/// @param library the library's soname
/// @param inherits the preceding node, or empty
/// @param names the symbols in the node, sorted
public record SymbolVersion(String library, String node, String inherits, List<String> names) {}
