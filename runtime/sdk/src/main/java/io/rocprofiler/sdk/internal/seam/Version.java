package io.rocprofiler.sdk.internal.seam;

/// The version of rocprofiler-sdk that tools see.
public final class Version {
    static final int MAJOR = 1;
    static final int MINOR = 0;
    static final int PATCH = 0;

    public static final String TEXT = "1.0.0";

    /// ROCm's formula for all versions.
    public static final int NUMBER = 10_000 * MAJOR + 100 * MINOR + PATCH;

    private Version() {}
}
