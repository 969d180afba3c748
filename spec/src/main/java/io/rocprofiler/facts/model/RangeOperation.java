package io.rocprofiler.facts.model;

import java.util.List;

/// An operation of the marker core range domain, which combines one or two functions.
///
/// @param event true for a single call (`roctxMarkA`), false for a range
/// @param fields the table members that it combines
public record RangeOperation(
        String operationName, int operation, String name, boolean event, List<String> fields, List<String> args) {}
