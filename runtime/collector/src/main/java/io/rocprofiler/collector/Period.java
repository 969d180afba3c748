package io.rocprofiler.collector;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One part of `ROCPROF_COLLECTION_PERIOD`: wait and record, repeatedly.
///
/// @param delayNanos before each recording
/// @param durationNanos of each recording
/// @param repeat the number of times; 0 is unlimited, as AMD documents (AMD's code records once)
record Period(long delayNanos, long durationNanos, long repeat) {

    /// Parses `delay:duration:repeat;...` in nanoseconds. Skips an invalid part with a warning.
    static List<Period> parse(@Nullable String text) {
        List<Period> periods = new ArrayList<>();
        if (text == null) return periods;
        for (int at = 0; at < text.length(); ) {
            int end = text.indexOf(';', at);
            if (end < 0) end = text.length();
            if (end > at) add(text.substring(at, end), periods);
            at = end + 1;
        }
        return periods;
    }

    private static void add(String part, List<Period> periods) {
        int first = part.indexOf(':');
        int second = part.indexOf(':', first + 1);
        try {
            long delay = Long.parseLong(part.substring(0, Math.max(first, 0)));
            long duration = Long.parseLong(part.substring(first + 1, Math.max(second, first + 1)));
            long repeat = Long.parseLong(part.substring(second + 1));
            if (delay < 0 || duration < 0 || repeat < 0) throw new NumberFormatException("negative");
            periods.add(new Period(delay, duration, repeat));
        } catch (NumberFormatException wrong) {
            Messages.say("collection period '" + part + "' is not delay:duration:repeat; it is left out");
        }
    }
}
