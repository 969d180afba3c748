package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.sdk.internal.seam.Memory;

/// The layout of the packets in a user queue that the engine reads or writes, as defined by the HSA System
/// Architecture Specification (1.2, section 2.9): 64 bytes, of which the first two are the header.
final class AqlPacket {
    static final int SIZEOF = 64;

    // hsa_packet_type_t, in the header's low byte
    private static final int VENDOR_SPECIFIC = 0;
    private static final int INVALID = 1;
    static final int KERNEL_DISPATCH = 2;
    private static final int BARRIER_AND = 3;
    private static final int AGENT_DISPATCH = 4;
    private static final int BARRIER_OR = 5;

    // hsa_amd_vendor_packet_header_t, hsa_amd_packet_type_t
    private static final int AMD_FORMAT = 2;
    private static final int AMD_BARRIER_VALUE = 2;

    // hsa_kernel_dispatch_packet_t
    static final int WORKGROUP_SIZE = 4; // uint16_t[3]
    static final int GRID_SIZE = 12; // uint32_t[3]
    static final int PRIVATE_SEGMENT_SIZE = 24;
    static final int GROUP_SEGMENT_SIZE = 28;
    static final int KERNEL_OBJECT = 32;

    /// The same offset in packets of every type in the specification.
    static final int COMPLETION_SIGNAL = 56;

    private static final int TYPE_MASK = 0xFF;

    /// Waits for all packets before it and makes their writes visible system-wide.
    private static final int BARRIER_HEADER = BARRIER_AND | 1 << 8 | 2 << 9 | 2 << 11;

    private AqlPacket() {}

    static int type(long packet) {
        return Memory.getShort(packet) & TYPE_MASK;
    }

    /// Whether a packet is a kernel dispatch or of a type that runs nothing. Any other packet may be work that is
    /// not traced. Among vendor packets, AMD's barrier on a value is known (`hsa_amd_vendor_packet_header_t`).
    static boolean isKnown(long packet) {
        return switch (type(packet)) {
            case VENDOR_SPECIFIC -> (Memory.getByte(packet + AMD_FORMAT) & TYPE_MASK) == AMD_BARRIER_VALUE;
            case INVALID, KERNEL_DISPATCH, BARRIER_AND, AGENT_DISPATCH, BARRIER_OR -> true;
            default -> false;
        };
    }

    /// Writes a packet that only completes a signal, once all packets before it in the queue have completed.
    static void writeBarrier(long packet, long completionSignal) {
        Memory.putLong(packet, BARRIER_HEADER);
        for (int at = Long.BYTES; at < COMPLETION_SIGNAL; at += Long.BYTES) Memory.putLong(packet + at, 0);
        Memory.putLong(packet + COMPLETION_SIGNAL, completionSignal);
    }
}
