package io.rocprofiler.sdk.internal.kfd;

/// Where events of the kernel driver come from.
///
/// Thread rule: any thread.
public interface KfdSource {
    /// The kernel driver's events.
    KfdDevice kfd();
}
