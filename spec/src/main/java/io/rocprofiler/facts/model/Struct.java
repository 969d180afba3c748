package io.rocprofiler.facts.model;

import java.util.List;

/// A struct or union with its measured layout.
///
/// @param file the public header that declares it, relative to its library's include folder; empty if unknown
/// @param fieldsIn for an argument union: the facts file whose slots are its members; else empty
public record Struct(
        String name, String file, int size, int align, boolean union, List<Field> fields, String fieldsIn) {}
