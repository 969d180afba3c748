package io.rocprofiler.facts.model;

import java.util.List;

/// The positions of a traced function's arguments in the payload's `args` union.
///
/// @param size of this function's struct in the union (1 for a function without parameters)
/// @param offsets one per parameter
/// @param names the member names, one per parameter: the parameter's own name unless the header chose another
/// @param types the member types, one per parameter: the parameter's own type unless the header chose another
public record Args(int size, List<Integer> offsets, List<String> names, List<String> types) {}
