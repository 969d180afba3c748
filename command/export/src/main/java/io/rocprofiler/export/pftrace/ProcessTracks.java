package io.rocprofiler.export.pftrace;

import io.rocprofiler.export.counter.Counter;
import io.rocprofiler.export.pftrace.schema.Pftrace.BuiltinClock;
import io.rocprofiler.export.pftrace.schema.Pftrace.ClockSnapshot;
import io.rocprofiler.export.pftrace.schema.Pftrace.CounterDescriptor;
import io.rocprofiler.export.pftrace.schema.Pftrace.ProcessDescriptor;
import io.rocprofiler.export.pftrace.schema.Pftrace.ThreadDescriptor;
import io.rocprofiler.export.pftrace.schema.Pftrace.TracePacket;
import io.rocprofiler.export.pftrace.schema.Pftrace.TrackDescriptor;
import io.rocprofiler.trace.ProcessTrace;
import java.util.List;

/// Creates the tracks of one process; each is described before its first event.
final class ProcessTracks {

    /// A track's number consists of its process's number, which keeps it unique when several files are
    /// concatenated, and its index in the process.
    private static final int PLACE_BITS = 20;

    private static final int PROCESS_BITS = 21; // so that a number takes six bytes

    private final Packets packets;
    private final ProcessTrace process;
    private final long process0;
    private long places;

    ProcessTracks(Packets packets, ProcessTrace process) {
        this.packets = packets;
        this.process = process;
        this.process0 =
                Bits.mix(Bits.mix(process.pid()) + process.startNanos()) >>> (Long.SIZE - PROCESS_BITS) << PLACE_BITS;
    }

    /// Writes the clocks and the process's own track.
    void begin() {
        ClockSnapshot.Builder clocks = ClockSnapshot.newBuilder()
                .setPrimaryTraceClock(BuiltinClock.BUILTIN_CLOCK_BOOTTIME)
                .addClocks(clock(BuiltinClock.BUILTIN_CLOCK_BOOTTIME, process.startNanos()));
        if (process.startRealtimeNanos() != 0) {
            clocks.addClocks(clock(BuiltinClock.BUILTIN_CLOCK_REALTIME, process.startRealtimeNanos()));
        }
        packets.begin(TracePacket.newBuilder().setClockSnapshot(clocks));
        List<String> command = process.properties().command();
        ProcessDescriptor.Builder description = ProcessDescriptor.newBuilder()
                .setPid((int) process.pid())
                .addAllCmdline(command)
                .setProcessName(command.isEmpty() ? "process " + process.pid() : command.getFirst())
                .setStartTimestampNs(process.startNanos());
        packets.describe(TrackDescriptor.newBuilder()
                .setUuid(next())
                .setProcess(description)
                .setChildOrdering(TrackDescriptor.ChildTracksOrdering.EXPLICIT));
    }

    private static ClockSnapshot.Clock.Builder clock(BuiltinClock clock, long nanos) {
        return ClockSnapshot.Clock.newBuilder().setClockId(clock.getNumber()).setTimestamp(nanos);
    }

    private long next() {
        if (++places >= 1L << PLACE_BITS) {
            throw new IllegalStateException("tracks=" + places);
        }
        return process0 | places;
    }

    /// The process's own track, the first one.
    long root() {
        return process0 | 1;
    }

    /// @param track the name of the track
    /// @param name that of the thread
    long thread(long tid, String track, String name) {
        long number = next();
        packets.describe(TrackDescriptor.newBuilder()
                .setUuid(number)
                .setParentUuid(root())
                .setName(track)
                .setThread(ThreadDescriptor.newBuilder()
                        .setPid((int) process.pid())
                        .setTid((int) tid)
                        .setThreadName(name)));
        return number;
    }

    /// Creates a track that is not a thread's; its children are shown in the order of their creation.
    long child(long parent, String name) {
        long track = next();
        packets.describe(TrackDescriptor.newBuilder()
                .setUuid(track)
                .setParentUuid(parent)
                .setName(name)
                .setSiblingOrderRank((int) places)
                .setChildOrdering(TrackDescriptor.ChildTracksOrdering.EXPLICIT));
        return track;
    }

    /// Creates a counter of bytes, or of `unit`.
    Counter counter(long parent, String name, String category, String unit) {
        long track = next();
        CounterDescriptor.Builder counter = CounterDescriptor.newBuilder().addCategories(category);
        if (unit.isEmpty()) {
            counter.setUnit(CounterDescriptor.Unit.UNIT_SIZE_BYTES);
        } else {
            counter.setUnit(CounterDescriptor.Unit.UNIT_UNSPECIFIED).setUnitName(unit);
        }
        packets.describe(TrackDescriptor.newBuilder()
                .setUuid(track)
                .setParentUuid(parent)
                .setName(name)
                .setSiblingOrderRank((int) places)
                .setCounter(counter));
        return new Counter((nanos, value) -> packets.counter(nanos, track, value));
    }
}
