package io.rocprofiler.facts.model;

import java.util.Map;

/// A file of our own layouts: `native.json`, `segment.json`.
public record Layouts(String about, Map<String, Long> constants, Map<String, Struct> structs) {}
