package io.rocprofiler.sdk.internal.registration;

/// A C tool that discovery found.
///
/// @param configureFunction address of its `rocprofiler_configure`
/// @param name where it was found: a path, or `(forced)`, `(RTLD_DEFAULT)`, ...
public record DiscoveredTool(long configureFunction, String name) {}
