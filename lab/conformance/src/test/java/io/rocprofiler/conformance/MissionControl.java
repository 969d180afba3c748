package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/// Our events of a recording, as JDK Mission Control's own reader finds them.
public final class MissionControl {
    private static final String OURS = "io.rocprofiler.";
    private static final Logger LOGGER = Logger.getLogger("org.openjdk.jmc");

    static {
        LOGGER.setLevel(Level.SEVERE); // it warns of the JDK's field of threads that says whether they are virtual
    }

    private MissionControl() {}

    /// Returns the durations of our events, in nanoseconds and in ascending order, by the name of the type.
    public static Map<String, List<Long>> durations(Path recording) throws IOException {
        Map<String, List<Long>> durations = new TreeMap<>();
        for (IItemIterable items : load(recording)) {
            String type = items.getType().getIdentifier();
            if (!type.startsWith(OURS) || !items.hasItems()) continue;
            IMemberAccessor<IQuantity, IItem> duration = JfrAttributes.DURATION.getAccessor(items.getType());
            assertThat(duration).as(type + " has durations").isNotNull();
            List<Long> found = durations.computeIfAbsent(type.substring(OURS.length()), _ -> new ArrayList<>());
            for (IItem item : items) found.add(duration.getMember(item).clampedLongValueIn(UnitLookup.NANOSECOND));
        }
        durations.values().forEach(found -> found.sort(null));
        return durations;
    }

    private static Iterable<IItemIterable> load(Path recording) throws IOException {
        try {
            return JfrLoaderToolkit.loadEvents(recording.toFile());
        } catch (CouldNotLoadRecordingException e) {
            throw new IOException(recording + " is no recording for JDK Mission Control", e);
        }
    }
}
