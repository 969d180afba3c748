package io.rocprofiler.export.pftrace;

import io.rocprofiler.export.pftrace.schema.Pftrace.InternedData;
import io.rocprofiler.export.pftrace.schema.Pftrace.Trace;
import io.rocprofiler.export.pftrace.schema.Pftrace.TracePacket;
import io.rocprofiler.export.pftrace.schema.Pftrace.TrackDescriptor;
import io.rocprofiler.export.pftrace.schema.Pftrace.TrackEvent;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/// The packets of one process, which form one sequence: definitions of a packet apply to the packets after it.
/// Events are written byte by byte, the few other packets by the schema's generated code.
final class Packets {

    private static final int FULL = 1 << 16; // bytes that trigger a write to the file
    private static final int NEEDS_STATE = TracePacket.SequenceFlags.SEQ_NEEDS_INCREMENTAL_STATE_VALUE;
    private static final int PACKET = Wire.sizedTag(Trace.PACKET_FIELD_NUMBER);
    private static final int TIMESTAMP = Wire.varintTag(TracePacket.TIMESTAMP_FIELD_NUMBER);
    private static final int SEQUENCE = Wire.varintTag(TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER);
    private static final int FLAGS = Wire.varintTag(TracePacket.SEQUENCE_FLAGS_FIELD_NUMBER);
    private static final int EVENT = Wire.sizedTag(TracePacket.TRACK_EVENT_FIELD_NUMBER);
    private static final int TYPE = Wire.varintTag(TrackEvent.TYPE_FIELD_NUMBER);
    private static final int TRACK = Wire.varintTag(TrackEvent.TRACK_UUID_FIELD_NUMBER);
    private static final int VALUE = Wire.varintTag(TrackEvent.COUNTER_VALUE_FIELD_NUMBER);

    /// The size of the tags of time, sequence, flags and event, and of the flags: all numbers below 16.
    private static final int TAGS = 5;

    private final OutputStream out;
    private final int sequence;
    private final Wire file = new Wire(2 * FULL);
    private final Wire small = new Wire(64);

    /// @param sequence not 0, unique to this process
    Packets(OutputStream out, int sequence) {
        this.out = out;
        this.sequence = sequence;
    }

    /// Begins the sequence and invalidates earlier definitions under its number.
    void begin(TracePacket.Builder first) {
        write(first.setFirstPacketOnSequence(true)
                .setSequenceFlags(TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE));
    }

    void describe(TrackDescriptor.Builder track) {
        write(TracePacket.newBuilder().setTrackDescriptor(track));
    }

    void define(InternedData.Builder data) {
        write(TracePacket.newBuilder().setInternedData(data).setSequenceFlags(NEEDS_STATE));
    }

    private void write(TracePacket.Builder packet) {
        file.bytes(PACKET, packet.setTrustedPacketSequenceId(sequence).build().toByteArray());
    }

    /// @param body all fields of a `TrackEvent` except its track
    void event(long nanos, long track, Wire body) {
        int size = body.size() + 1 + Wire.size(track);
        file.sized(PACKET, TAGS + Wire.size(nanos) + Wire.size(sequence) + Wire.size(size) + size);
        file.varint(TIMESTAMP, nanos);
        file.varint(SEQUENCE, sequence);
        file.varint(FLAGS, NEEDS_STATE);
        file.sized(EVENT, size);
        file.append(body);
        file.varint(TRACK, track);
        if (file.size() >= FULL) {
            flush();
        }
    }

    void end(long nanos, long track) {
        small.clear();
        small.varint(TYPE, TrackEvent.Type.TYPE_SLICE_END_VALUE);
        event(nanos, track, small);
    }

    void counter(long nanos, long track, long value) {
        small.clear();
        small.varint(TYPE, TrackEvent.Type.TYPE_COUNTER_VALUE);
        small.varint(VALUE, value);
        event(nanos, track, small);
    }

    void flush() {
        try {
            file.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
