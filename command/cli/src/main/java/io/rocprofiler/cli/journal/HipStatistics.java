package io.rocprofiler.cli.journal;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.abi.HipOpId;
import io.rocprofiler.abi.internal.JournalConstants;
import io.rocprofiler.abi.internal.JournalSum;
import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// The tables of the statistics library `libhip_stats.so`, made of the sums in its journals. Names are bytes, as
/// characters of ISO 8859-1.
final class HipStatistics {

    /// The tables, in the order in which the command names them.
    enum Table {
        CALLS("hip_api_stats.csv"),
        KERNELS("hip_kernel_stats.csv"),
        COPIES("hip_copy_stats.csv");

        final String fileName;

        Table(String fileName) {
            this.fileName = fileName;
        }
    }

    private static final String UNITS = " KMGTPE";
    private static final int LARGEST = 63; // the power of two in a number of 64 bits

    private static final class Row {
        long calls;
        long nanos;
        long bytes;
    }

    private final Map<Table, Map<String, Row>> tables = new EnumMap<>(Table.class);
    private final KernelText kernels;

    HipStatistics(KernelText kernels) {
        this.kernels = kernels;
    }

    /// Adds a sum of a process.
    boolean read(Entry entry) {
        long place = entry.data() + JournalSum.SIZEOF;
        if (entry.kind() != JournalConstants.JOURNAL_SUMS
                || entry.dataBytes() <= JournalSum.SIZEOF
                || entry.length(place) < 0) {
            return false;
        }
        byte[] name = entry.bytes(place, entry.length(place));
        if (entry.domain() == ActivityDomain.HIP_API.value()) {
            add(Table.CALLS, text(name), entry);
        } else if (entry.operation() == HipOpId.DISPATCH.value()) {
            add(Table.KERNELS, text(kernels.of(name, false)), entry);
        } else {
            int magnitude = entry.journal.get(JAVA_INT_UNALIGNED, entry.data() + JournalSum.MAGNITUDE);
            add(Table.COPIES, text(name) + "(" + sizes(magnitude) + ")", entry);
        }
        return true;
    }

    private static String text(byte[] name) {
        return new String(name, StandardCharsets.ISO_8859_1);
    }

    private void add(Table table, String name, Entry entry) {
        Row row = tables.computeIfAbsent(table, _ -> new HashMap<>()).computeIfAbsent(name, _ -> new Row());
        row.calls += word(entry, JournalSum.CALLS);
        row.nanos += word(entry, JournalSum.NANOS);
        row.bytes += word(entry, JournalSum.BYTES);
    }

    private static long word(Entry entry, int offset) {
        return entry.journal.get(JAVA_LONG_UNALIGNED, entry.data() + offset);
    }

    /// Returns `2K-4K`: from the power of two at or below a copy's size to the next one.
    static String sizes(int magnitude) {
        if (magnitude == 0) {
            return "0";
        }
        int power = magnitude - 1;
        return size(power) + "-" + (power < LARGEST ? size(power + 1) : "");
    }

    private static String size(int power) {
        return (1L << power % 10) + (power < 10 ? "" : UNITS.substring(power / 10, power / 10 + 1));
    }

    /// Writes the tables that have rows.
    ///
    /// @param paths of their names
    List<Path> write(Function<String, Path> paths) throws IOException {
        List<Path> written = new ArrayList<>();
        for (Map.Entry<Table, Map<String, Row>> table : tables.entrySet()) {
            Path path = paths.apply(table.getKey().fileName);
            NewFile.write(path, lines(table.getKey(), table.getValue()).getBytes(StandardCharsets.ISO_8859_1));
            written.add(path);
        }
        return written;
    }

    private static String lines(Table table, Map<String, Row> rows) {
        boolean bytes = table == Table.COPIES;
        long all = rows.values().stream().mapToLong(row -> row.nanos).sum();
        StringBuilder text = new StringBuilder("\"Name\",\"Calls\",")
                .append(bytes ? "\"TotalBytes\"," : "")
                .append("\"TotalDurationNs\",\"AverageNs\",\"Percentage\"\n");
        rows.entrySet().stream()
                .filter(row -> row.getValue().calls > 0)
                .sorted(Comparator.<Map.Entry<String, Row>>comparingLong(row -> -row.getValue().nanos)
                        .thenComparing(Map.Entry::getKey))
                .forEach(entry -> {
                    Row row = entry.getValue();
                    text.append('"')
                            .append(entry.getKey().replace("\"", "\"\""))
                            .append("\",");
                    text.append(row.calls).append(',').append(bytes ? row.bytes + "," : "");
                    text.append(row.nanos).append(',').append(row.nanos / row.calls);
                    text.append(',').append(percentage(row.nanos, all)).append('\n');
                });
        return text.toString();
    }

    private static String percentage(long part, long all) {
        double percentage = all == 0 ? 0 : 100.0 * part / all;
        return new BigDecimal(percentage).setScale(4, RoundingMode.HALF_EVEN).toPlainString();
    }
}
