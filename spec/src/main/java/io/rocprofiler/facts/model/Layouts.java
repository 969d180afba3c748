package io.rocprofiler.facts.model;

import java.util.Map;

/// A file of our own layouts: `native.json`, `segment.json`, `journal.json`.
///
/// @param texts constants that are texts, such as file names
public record Layouts(
        String about, Map<String, Long> constants, Map<String, String> texts, Map<String, Struct> structs) {}
