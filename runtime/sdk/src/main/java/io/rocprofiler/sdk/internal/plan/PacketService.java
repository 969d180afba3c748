package io.rocprofiler.sdk.internal.plan;

/// A service that surrounds kernels' packets with packets of its own, and hears when a kernel is over: counters,
/// samples, traces of threads. Its part that runs with each kernel is C (`packet_services.h`); what follows dispatches
/// knows no service by name.
///
/// Thread rule: asked once, when the first HSA runtime registers, after the configuration window.
public interface PacketService {
    /// The C functions of a service and what they may do: a `native_packet_service_t`.
    ///
    /// @param mostPackets how many packets `before` and `after` write for one kernel, at most
    /// @param before address of an `rpj_packet_fn`
    /// @param after address of an `rpj_packet_fn`
    /// @param over address of an `rpj_packet_over_fn`
    /// @param data for these functions
    record Functions(int mostPackets, long before, long after, long over, long data) {}

    /// Whether kernels are surrounded while this context is active.
    boolean isUsedBy(TracingContext context);

    Functions functions();
}
