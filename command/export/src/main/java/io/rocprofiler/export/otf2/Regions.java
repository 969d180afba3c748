package io.rocprofiler.export.otf2;

import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.kind.Domain;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The references of regions, one per name in a domain, and of the texts of marks.
///
/// Texts come from the program and may all differ. The cache holds a limited number of them; once full, it is
/// cleared, and recurring texts are defined again.
final class Regions {

    private static final int MOST_TEXTS = 500_000;
    private static final int NEW = -1;
    private static final int MOST_OPERATIONS = 1 << 16; // of a kind; a larger number is damage and is looked up by name

    private final Definitions definitions;
    private final Display display;
    private final Map<String, Integer> kernels = new HashMap<>();
    private final Map<String, Integer> ranges = new HashMap<>();
    private final Map<String, Integer> marks = new HashMap<>();
    private final Map<String, Integer> odd = new HashMap<>();
    private int[][] operations = new int[0][];

    Regions(Definitions definitions, Display display) {
        this.definitions = definitions;
        this.display = display;
    }

    /// Returns the region of a record that is not a mark.
    int of(TraceRecord record, Domain domain) throws IOException {
        if (record instanceof DispatchRecord) {
            return named(kernels, display.name(record), domain);
        }
        if (record instanceof ApiRecord call && call.isMarkerRange()) {
            return named(ranges, call.name(), domain);
        }
        int kind = record.kind();
        int operation = record.operation();
        if (operation < 0 || operation >= MOST_OPERATIONS) {
            return named(odd, record.name(), domain);
        }
        int[] known = operations(kind, operation);
        if (known[operation] == NEW) {
            known[operation] = definitions.region(record.name(), domain);
        }
        return known[operation];
    }

    private int[] operations(int kind, int operation) {
        if (kind >= operations.length) {
            int old = operations.length;
            operations = Arrays.copyOf(operations, kind + 1);
            Arrays.fill(operations, old, operations.length, new int[0]);
        }
        int old = operations[kind].length;
        if (operation >= old) {
            operations[kind] = Arrays.copyOf(operations[kind], Math.max(operation + 1, 2 * old));
            Arrays.fill(operations[kind], old, operations[kind].length, NEW);
        }
        return operations[kind];
    }

    private int named(Map<String, Integer> known, String name, Domain domain) throws IOException {
        Integer region = known.get(name);
        if (region == null) {
            forgetIfMany(known);
            region = definitions.region(name, domain);
            known.put(name, region);
        }
        return region;
    }

    /// Returns the reference of a mark's text.
    int mark(ApiRecord mark) throws IOException {
        String text = mark.name();
        Integer string = marks.get(text);
        if (string == null) {
            forgetIfMany(marks);
            string = definitions.string(text);
            marks.put(text, string);
        }
        return string;
    }

    private static void forgetIfMany(Map<String, Integer> known) {
        if (known.size() == MOST_TEXTS) {
            known.clear();
        }
    }
}
