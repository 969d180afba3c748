package io.rocprofiler.export.pftrace;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.MarkerCoreRangeOperation;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.kind.Domain;

/// The names and categories of events, by number.
final class EventNames {

    static final int MARK = MarkerCoreRangeOperation.roctxMarkA.value();

    private static final int KINDS = BufferTracingKind.values().length;

    private final Display display;
    private final InternedWords names;
    private final LongMap<Integer> operations = new LongMap<>();
    private final LongMap<Integer> kernels = new LongMap<>();
    private final int[] categories = new int[KINDS];
    private final boolean[] hip = new boolean[KINDS];

    EventNames(Packets packets, Display display) {
        this.display = display;
        this.names = new InternedWords(packets, InternedWords.Kind.EVENT_NAME);
        InternedWords words = new InternedWords(packets, InternedWords.Kind.CATEGORY);
        for (int kind = 0; kind < KINDS; kind++) {
            Domain domain = Domain.ofKind(kind);
            if (domain != null) {
                categories[kind] = words.of(word(domain));
                hip[kind] = domain == Domain.HIP_API;
            }
        }
    }

    /// Returns AMD's category of a domain: the stem of its files, except for kernels.
    private static String word(Domain domain) {
        return domain == Domain.KERNEL_DISPATCH ? "kernel_dispatch" : domain.stem();
    }

    int category(int kind) {
        return categories[kind];
    }

    boolean isHip(int kind) {
        return hip[kind];
    }

    /// Returns the number of a record's name, 0 for a marker's message: there may be as many messages as records.
    int number(TraceRecord record) {
        return switch (record) {
            case ApiRecord call when call.isMarkerRange() -> 0;
            case DispatchRecord dispatch -> kernel(dispatch);
            default -> operation(record);
        };
    }

    /// Returns the name of a record without a number.
    String text(TraceRecord record) {
        return display.name(record);
    }

    private int operation(TraceRecord record) {
        long key = (long) record.kind() << Integer.SIZE | record.operation();
        Integer known = operations.get(key);
        if (known == null) {
            known = names.ofFew(display.name(record));
            operations.put(key, known);
        }
        return known;
    }

    private int kernel(DispatchRecord dispatch) {
        if (display.kernels().style().renamed()) {
            return names.ofFew(display.name(dispatch));
        }
        Integer known = kernels.get(dispatch.kernelId());
        if (known == null) {
            known = names.ofFew(display.name(dispatch));
            kernels.put(dispatch.kernelId(), known);
        }
        return known;
    }
}
