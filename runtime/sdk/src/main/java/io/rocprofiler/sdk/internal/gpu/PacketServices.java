package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.internal.NativePacketService;
import io.rocprofiler.abi.internal.NativePacketServices;
import io.rocprofiler.sdk.internal.plan.PacketService;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import java.util.List;

/// The services that surround kernels' packets, and which entries of the dispatches' plan are theirs.
///
/// Thread rule: under the lock of [Dispatches].
final class PacketServices {
    /// C has room for so many packets at once, two of them a kernel's own (`dispatches.c`).
    private static final int MOST_PACKETS = 62;

    private final List<PacketService> services;
    private final long[] entries;

    PacketServices(List<PacketService> services) {
        this.services = services;
        entries = new long[services.size()];
    }

    /// Returns the same, to which others are added.
    PacketServices copy() {
        PacketServices copy = new PacketServices(services);
        System.arraycopy(entries, 0, copy.entries, 0, entries.length);
        return copy;
    }

    /// Whether the context uses one of them.
    static boolean areUsedBy(TracingContext context, List<PacketService> services) {
        for (PacketService service : services) if (service.isUsedBy(context)) return true;
        return false;
    }

    /// Notes the entry of the plan that a context has for all services that it uses.
    void use(TracingContext context, int entry) {
        for (int i = 0; i < entries.length; i++) if (services.get(i).isUsedBy(context)) entries[i] |= 1L << entry;
    }

    /// Tells C. Before the plan.
    ///
    /// @param shared address of a `native_packet_services_t`
    /// @throws IllegalStateException if together they write more packets than there is room for
    void share(long shared) {
        if (entries.length == 0) return;
        long array = Arena.global()
                .allocate((long) entries.length * NativePacketService.SIZEOF, Long.BYTES)
                .address();
        long bits = 0;
        int around = 0;
        for (int i = 0; i < entries.length; i++) {
            PacketService.Functions functions = services.get(i).functions();
            write(array + (long) i * NativePacketService.SIZEOF, entries[i], functions);
            bits |= entries[i];
            around += functions.mostPackets();
        }
        if (around > MOST_PACKETS) throw new IllegalStateException(around + " packets around one kernel");
        Memory.putLong(shared + NativePacketServices.SERVICES, array);
        Memory.putLong(shared + NativePacketServices.COUNT, entries.length);
        Memory.putLong(shared + NativePacketServices.AROUND, around);
        Memory.putLongVolatile(shared + NativePacketServices.ENTRIES, bits);
    }

    private static void write(long service, long entries, PacketService.Functions functions) {
        Memory.putLong(service + NativePacketService.ENTRIES, entries);
        Memory.putLong(service + NativePacketService.MOST_PACKETS, functions.mostPackets());
        Memory.putLong(service + NativePacketService.BEFORE, functions.before());
        Memory.putLong(service + NativePacketService.AFTER, functions.after());
        Memory.putLong(service + NativePacketService.OVER, functions.over());
        Memory.putLong(service + NativePacketService.DATA, functions.data());
    }
}
