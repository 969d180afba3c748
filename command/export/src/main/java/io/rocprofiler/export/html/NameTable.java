package io.rocprofiler.export.html;

import io.rocprofiler.trace.kind.Domain;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The names of a run by index, each with statistics: count, durations, and the place of the longest.
final class NameTable {

    static final int MOST_NAMES =
            200_000; // of all domains; far more than a user reads, and still few enough for a browser
    static final int LONGEST_NAME = 4096; // characters; a ROC-TX message may be a whole file

    private static final String FURTHER = "(further names)";

    /// A name in a domain.
    static final class Name {
        final Domain domain;
        final String text;
        long count;
        long sum;
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        double mean;
        double squaredDeviations;
        int longestLane;
        long longestStart;

        Name(Domain domain, String text) {
            this.domain = domain;
            this.text = text;
        }

        /// Adds a duration, with Welford's method as in the command's statistics.
        void add(long nanos, int lane, long start) {
            count++;
            sum += nanos;
            min = Math.min(min, nanos);
            if (nanos > max) {
                max = nanos;
                longestLane = lane;
                longestStart = start;
            }
            double delta = nanos - mean;
            mean += delta / count;
            squaredDeviations += delta * (nanos - mean);
        }

        double standardDeviation() {
            return count < 2 ? 0 : Math.sqrt(squaredDeviations / (count - 1));
        }
    }

    private final Map<Domain, Map<String, Integer>> numbers = new EnumMap<>(Domain.class);
    private final List<Name> names = new ArrayList<>();
    private final int most;
    private long leftOut;

    NameTable() {
        this(MOST_NAMES);
    }

    /// @param most the maximum number of distinct names; later ones share one name per domain
    NameTable(int most) {
        this.most = most;
    }

    /// Returns the index of a name, adding it if new.
    int of(Domain domain, String text) {
        Map<String, Integer> known = numbers.computeIfAbsent(domain, _ -> new HashMap<>());
        Integer number = known.get(text);
        if (number != null) {
            return number;
        }
        if (text.length() > LONGEST_NAME) {
            return of(domain, text.substring(0, LONGEST_NAME - 1) + "…");
        }
        if (names.size() >= most && !text.equals(FURTHER)) {
            leftOut++;
            return of(domain, FURTHER);
        }
        names.add(new Name(domain, text));
        known.put(text, names.size() - 1);
        return names.size() - 1;
    }

    Name get(int number) {
        return names.get(number);
    }

    List<Name> all() {
        return names;
    }

    /// The number of records whose names exceeded the maximum.
    long leftOut() {
        return leftOut;
    }
}
