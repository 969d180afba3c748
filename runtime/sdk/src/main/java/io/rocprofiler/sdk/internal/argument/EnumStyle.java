package io.rocprofiler.sdk.internal.argument;

/// How an argument that is an enum is shown.
public enum EnumStyle {
    /// Its enumerator, `hipMemcpyHostToDevice`; in decimal if no enumerator has the value. For Java tools.
    NAME,
    /// For C tools, which may parse it, as AMD's library shows it: a few by the last part of the enumerator,
    /// `HostToDevice`, all others in decimal.
    AMD
}
