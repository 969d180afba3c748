package io.rocprofiler.facts.model;

import java.util.List;

/// An operation of the marker core range domain, folding one or two functions into one.
///
/// @param event true for a single call (`roctxMarkA`), false for a range
/// @param fields the table members it folds
public record RangeOperation(
        String operationName, int operation, String name, boolean event, List<String> fields, List<String> args) {}
