package io.rocprofiler.sdk.internal.registration;

/// A C tool that discovery found.
///
/// @param configureFunction address of its `rocprofiler_configure`
/// @param name origin of the tool: a path, or `(forced)`, `(RTLD_DEFAULT)`, ...
/// @param configureAttachFunction address of its `rocprofiler_configure_attach`, or 0
public record DiscoveredTool(long configureFunction, String name, long configureAttachFunction) {}
