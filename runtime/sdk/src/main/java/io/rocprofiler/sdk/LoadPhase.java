package io.rocprofiler.sdk;

/// Whether code, or a kernel, comes or goes: what a [CallbackRecord#phase] of `ENTER` and `EXIT` means there.
public enum LoadPhase {
    /// It was loaded.
    LOAD,

    /// It is about to be unloaded.
    UNLOAD
}
