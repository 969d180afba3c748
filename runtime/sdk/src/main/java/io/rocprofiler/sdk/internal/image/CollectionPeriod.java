package io.rocprofiler.sdk.internal.image;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One part of `ROCPROF_COLLECTION_PERIOD`: wait and record, repeatedly.
///
/// @param delayNanos before each recording
/// @param durationNanos of each recording
/// @param repeat the number of times; 0 is unlimited, as AMD documents (the tool of rocprofiler-sdk 1.0.0 records once)
public record CollectionPeriod(long delayNanos, long durationNanos, long repeat) {
    private static final Pattern FORM = Pattern.compile("(\\d+):(\\d+):(\\d+)");
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    /// Parses `delay:duration:repeat;…` in nanoseconds.
    ///
    /// @param wrong gets each part of another form, which is left out
    public static List<CollectionPeriod> parse(String text, Consumer<String> wrong) {
        List<CollectionPeriod> periods = new ArrayList<>();
        for (String part : text.split(";")) {
            Matcher period = FORM.matcher(part);
            if (period.matches())
                periods.add(new CollectionPeriod(number(period, 1), number(period, 2), number(period, 3)));
            else if (!part.isEmpty()) wrong.accept(part);
        }
        return List.copyOf(periods);
    }

    private static long number(Matcher period, int group) {
        return new BigInteger(period.group(group)).min(MOST).longValue();
    }
}
