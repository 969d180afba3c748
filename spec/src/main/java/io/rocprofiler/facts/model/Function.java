package io.rocprofiler.facts.model;

import java.util.List;

/// An exported function, or the signature of a callback.
///
/// @param index the position in its list: the function index of the trampolines
/// @param file the header that declares it
/// @param role `client` (defined by the tool), `private`, `ompt`, or empty
/// @param exported false where the facts found no exported symbol
/// @param providers the sonames that export it; empty when the facts do not tell
public record Function(
        int index,
        String name,
        String file,
        Result result,
        List<Param> params,
        String role,
        boolean experimental,
        boolean deprecated,
        boolean exported,
        List<String> providers) {}
