package io.rocprofiler.sdk.internal.kfd;

/// Provides the source of the kernel driver's events.
///
/// Thread rule: any thread.
public interface KfdSource {
    /// The kernel driver's events.
    KfdDevice kfd();
}
