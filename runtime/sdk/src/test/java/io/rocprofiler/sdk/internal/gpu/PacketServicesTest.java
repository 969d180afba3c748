package io.rocprofiler.sdk.internal.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.internal.NativePacketService;
import io.rocprofiler.abi.internal.NativePacketServices;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.Nobody;
import io.rocprofiler.sdk.internal.plan.PacketService;
import io.rocprofiler.sdk.internal.plan.Slots;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Which entries of the dispatches' plan belong to the services around packets, and what C is told of them.
final class PacketServicesTest {
    private final Arena memory = Arena.ofConfined();
    private final long shared =
            memory.allocate(NativePacketServices.SIZEOF, Long.BYTES).address();
    private final Slots slots = new Slots();
    private final TracingContext kernels = Nobody.context(0);
    private final TracingContext both = Nobody.context(1);
    private final TracingContext neither = Nobody.context(2);
    private final TracingContext counters = Nobody.context(3);

    private record Around(Set<TracingContext> users, int mostPackets) implements PacketService {
        @Override
        public boolean isUsedBy(TracingContext context) {
            return users.contains(context);
        }

        @Override
        public Functions functions() {
            return new Functions(mostPackets, 11, 12, 13, 14 + mostPackets);
        }
    }

    @AfterEach
    void close() {
        memory.close();
    }

    private DispatchServices of(PacketService... services) {
        for (TracingContext context : List.of(kernels, both))
            context.addCallbacks(CallbackTracingKind.KERNEL_DISPATCH, new int[] {1, 2}, 99, 0, null);
        counters.addBuffered(BufferTracingKind.MEMORY_COPY, new int[] {1}, null);
        slots.freeze(List.of(kernels, both, neither, counters));
        return Objects.requireNonNull(DispatchServices.ofContexts(new EventSlots(slots), List.of(services)));
    }

    @Test
    void each_context_that_uses_one_has_an_entry_for_all_that_it_uses() {
        DispatchServices services =
                of(new Around(Set.of(both, counters), 3), new Around(Set.of(counters), 4), new Around(Set.of(), 0));
        services.packets().share(shared);
        // Entries: kernels, both, both's for packets, counters'.
        assertThat(services.slot().plan().entries).hasSize(4);
        assertThat(services.enqueue().entries).hasSize(4);
        assertThat(word(NativePacketServices.COUNT)).isEqualTo(3);
        assertThat(word(NativePacketServices.ENTRIES)).isEqualTo(0b1100);
        assertThat(word(NativePacketServices.AROUND)).isEqualTo(7);
        long first = word(NativePacketServices.SERVICES);
        assertThat(entries(first)).containsExactly(0b1100, 3, 11, 12, 13, 17);
        assertThat(entries(first + NativePacketService.SIZEOF)).containsExactly(0b1000, 4, 11, 12, 13, 18);
        assertThat(entries(first + 2 * NativePacketService.SIZEOF)).startsWith(0, 0);
    }

    @Test
    void kernels_are_followed_for_them_alone() {
        slots.freeze(List.of(counters));
        EventSlots events = new EventSlots(slots);
        assertThat(DispatchServices.ofContexts(events, List.of())).isNull();
        DispatchServices services =
                Objects.requireNonNull(DispatchServices.ofContexts(events, List.of(new Around(Set.of(counters), 3))));
        slots.activate(counters);
        assertThat(services.slot().active()).isEqualTo(1);
    }

    @Test
    void without_any_c_is_told_nothing() {
        of().packets().share(shared);
        assertThat(word(NativePacketServices.COUNT)).isZero();
        assertThat(word(NativePacketServices.SERVICES)).isZero();
    }

    @Test
    void more_packets_than_there_is_room_for_are_refused() {
        PacketServices packets =
                of(new Around(Set.of(both), 40), new Around(Set.of(both), 23)).packets();
        assertThatThrownBy(() -> packets.share(shared)).hasMessage("63 packets around one kernel");
        assertThat(word(NativePacketServices.COUNT)).isZero();
    }

    private long word(int field) {
        return Memory.getLong(shared + field);
    }

    private static long[] entries(long service) {
        long[] words = new long[NativePacketService.SIZEOF / Long.BYTES];
        for (int i = 0; i < words.length; i++) words[i] = Memory.getLong(service + (long) i * Long.BYTES);
        return words;
    }
}
