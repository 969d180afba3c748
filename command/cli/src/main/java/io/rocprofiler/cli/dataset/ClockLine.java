package io.rocprofiler.cli.dataset;

import io.rocprofiler.export.parquet.PartFacts;
import io.rocprofiler.trace.ProcessTrace;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/// The difference of this machine's clock from another one over a run: measured at its start and at its end, and in
/// between on the line through both.
///
/// @param bootId the machine's boot: what was measured holds for its processes
/// @param reference identifies the other clock
/// @param measured in the order of time; empty if nothing was
public record ClockLine(String bootId, String reference, List<ClockBounds> measured) {

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    public ClockLine {
        measured = List.copyOf(measured);
    }

    /// Reads what [#write] wrote; what is missing was not measured.
    static ClockLine of(JsonNode json) {
        List<ClockBounds> measured = new ArrayList<>();
        for (JsonNode bounds : json.path("measured")) {
            measured.add(new ClockBounds(
                    bounds.path("monotonic_ns").asLong(0),
                    bounds.path("least_offset_ns").asLong(0),
                    bounds.path("most_offset_ns").asLong(0)));
        }
        return new ClockLine(
                json.path("boot_id").asString(""), json.path("reference").asString(""), measured);
    }

    /// Writes the value of a property.
    public void write(JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("boot_id", bootId);
        json.writeStringProperty("reference", reference);
        json.writeArrayPropertyStart("measured");
        for (ClockBounds bounds : measured) {
            json.writeStartObject();
            json.writeNumberProperty("monotonic_ns", bounds.atNanos());
            json.writeNumberProperty("least_offset_ns", bounds.leastNanos());
            json.writeNumberProperty("most_offset_ns", bounds.mostNanos());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /// Returns what a process of this machine has to add to its times.
    PartFacts facts(String run, ProcessTrace process) {
        long suspended = process.suspendedNanos();
        if (measured.isEmpty()
                || suspended < 0
                || bootId.isEmpty()
                || !bootId.equals(process.properties().get("boot_id", ""))) {
            return PartFacts.of(run);
        }
        long start = process.startNanos() - suspended; // of CLOCK_MONOTONIC, as what was measured
        ClockBounds first = measured.getFirst();
        ClockBounds last = measured.getLast();
        long apart = last.atNanos() - first.atNanos();
        double perSecond =
                apart < NANOS_PER_SECOND ? 0 : (double) (last.middle() - first.middle()) / apart * NANOS_PER_SECOND;
        long drifted = Math.round(perSecond * (start - first.atNanos()) / NANOS_PER_SECOND);
        long error = Math.max(first.error(), last.error());
        if (perSecond == 0) {
            // Too short to tell drift from noise.
            error = Math.max(error, Math.abs(last.middle() - first.middle()) + last.error());
        }
        return new PartFacts(run, reference, first.middle() + drifted - suspended, error, Math.round(perSecond));
    }
}
