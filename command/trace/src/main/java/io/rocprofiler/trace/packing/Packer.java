package io.rocprofiler.trace.packing;

import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentName;
import io.rocprofiler.abi.internal.SegmentRangeOpen;
import io.rocprofiler.abi.internal.SegmentText;
import io.rocprofiler.trace.file.Reading;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.kind.RecordKinds;
import io.rocprofiler.trace.pack.PackWriter;
import io.rocprofiler.trace.pack.PlaceSort;
import io.rocprofiler.trace.pack.TextBlock;
import io.rocprofiler.trace.primitive.Bytes;
import io.rocprofiler.trace.problem.Counts;
import io.rocprofiler.trace.problem.Problem;
import io.rocprofiler.trace.segment.Segment;
import io.rocprofiler.trace.segment.SegmentScan;
import io.rocprofiler.trace.segment.SegmentTexts;
import io.rocprofiler.trace.segment.Stretches;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Converts the raw segment of a process to its packed form: scans the segment once, sorts the places of its
/// records, and copies the records in that order. Memory does not grow with the segment.
public final class Packer implements AutoCloseable {

    private static final int MARKER_RANGE = BufferTracingKind.MARKER_CORE_RANGE_API.value();

    /// The maximum number of (start, place) pairs in memory: 24 MB for each of the few domains with that many.
    private static final int HELD = 1 << 20;

    private static final long ENDED = -1; // instead of a place: the range has a record

    private static final int BETWEEN_REPORTS = 1 << 16; // records

    private final Segment segment;
    private final Reading reading;
    private final SegmentScan scan;
    private final ThreadCounts threads = new ThreadCounts();
    private final Map<Domain, PlaceSort> domains = new EnumMap<>(Domain.class);
    private final PlaceSort texts;
    private final PlaceSort renames;
    private final PlaceSort ranges;
    private final ObjectRecords objects;
    private final PlaceSort names;
    private final PlaceSort unknown;
    private final OpenRangeRecords open = new OpenRangeRecords();
    private long cutTexts;
    private long packed;
    private long toPack;

    private Packer(Segment segment, Path directory, Reading reading) {
        this.segment = segment;
        this.reading = reading;
        this.scan = new SegmentScan(segment);
        for (Domain domain : Domain.values()) {
            domains.put(domain, new PlaceSort(directory, HELD));
        }
        texts = new PlaceSort(directory, HELD);
        renames = new PlaceSort(directory, HELD);
        ranges = new PlaceSort(directory, HELD);
        objects = new ObjectRecords(new PlaceSort(directory, HELD));
        names = new PlaceSort(directory, HELD);
        unknown = new PlaceSort(directory, HELD);
    }

    /// Packs a segment.
    ///
    /// @param file the packed file, created or replaced
    /// @param directory for temporary files
    /// @param problems of the segment's frame
    public static SegmentSummary pack(
            Segment segment, Path file, Path directory, List<Problem> problems, Reading reading) throws IOException {
        try (Packer packer = new Packer(segment, directory, reading);
                PackWriter writer = PackWriter.create(file)) {
            packer.scan.run(packer.threads::stretch, packer::note, reading);
            SegmentSummary summary = packer.write(writer, problems);
            writer.finish(summary.toBytes());
            return summary;
        }
    }

    private void note(int kind, MemorySegment bytes, long at, long place) throws IOException {
        Domain domain = Domain.ofKind(kind);
        if (domain != null) {
            threads.recorded();
            int start = RecordKinds.startOffset(domain);
            sort(domain).add(Bytes.u64(bytes, at + start), place);
            open.ends(Bytes.u64(bytes, at + start + Long.BYTES));
            if (kind == MARKER_RANGE) {
                addUnlessZero(ranges, Bytes.u64(bytes, at + BufferTracingHipApiRecord.CORRELATION_ID), ENDED);
            }
        } else if (kind == SegmentConstants.KIND_TEXT) {
            addUnlessZero(texts, Bytes.u64(bytes, at + SegmentText.CORRELATION), place);
        } else if (kind == SegmentConstants.KIND_RANGE_OPEN) {
            addUnlessZero(ranges, Bytes.u64(bytes, at + SegmentRangeOpen.CORRELATION_ID), place);
        } else if (kind == SegmentConstants.KIND_RENAME) {
            addUnlessZero(renames, Bytes.u64(bytes, at + SegmentText.CORRELATION), place);
        } else if (kind == SegmentConstants.KIND_NAME) {
            names.add(Bytes.u64(bytes, at + SegmentName.TIME_NS), place);
        } else if (!objects.note(kind, bytes, at, place)) {
            unknown.add(unknown.count(), place);
        }
        int head = domain == null ? beforeText(kind) : -1;
        cutTexts += head >= 0 && SegmentTexts.isCut(bytes, at, head) ? 1 : 0;
    }

    /// Returns the number of bytes before the text of a record, -1 if it has none.
    private static int beforeText(int kind) {
        return switch (kind) {
            case SegmentConstants.KIND_TEXT, SegmentConstants.KIND_RENAME -> SegmentText.SIZEOF;
            case SegmentConstants.KIND_NAME -> SegmentName.SIZEOF;
            default -> RecordKinds.beforeObjectText(kind);
        };
    }

    private PlaceSort sort(Domain domain) {
        return Objects.requireNonNull(domains.get(domain));
    }

    private static void addUnlessZero(PlaceSort sort, long key, long place) throws IOException {
        if (key != 0) {
            sort.add(key, place);
        }
    }

    /// Writes the summary of all records first: at the beginning, it survives the loss of the file's end.
    private SegmentSummary write(PackWriter writer, List<Problem> frame) throws IOException {
        Map<String, Long> counts = new LinkedHashMap<>();
        domains.forEach((domain, sort) -> counts.put(domain.stem(), sort.count()));
        counts.put(PackStreams.TEXTS, texts.count());
        counts.put(PackStreams.RENAMES, renames.count());
        counts.put(PackStreams.OBJECTS, objects.count());
        counts.put(PackStreams.NAMES, names.count());
        counts.put(PackStreams.UNKNOWN, unknown.count());
        try (Stretches stretches = new Stretches(segment)) {
            long openRanges = openRanges(writer, stretches);
            counts.put(Domain.MARKER_API.stem(), sort(Domain.MARKER_API).count());
            counts.put(PackStreams.OPEN_RANGES, openRanges);
            SegmentSummary summary = summary(frame, openRanges);
            toPack = counts.values().stream().mapToLong(Long::longValue).sum() - openRanges;
            writer.announce(counts, summary.toBytes());
            for (Map.Entry<Domain, PlaceSort> domain : domains.entrySet()) {
                records(writer, stretches, domain.getKey().stem(), domain.getValue());
            }
            texts(writer, stretches, PackStreams.TEXTS, texts);
            texts(writer, stretches, PackStreams.RENAMES, renames);
            objects.write(writer, stretches, this::tell);
            records(writer, stretches, PackStreams.NAMES, names);
            records(writer, stretches, PackStreams.UNKNOWN, unknown);
            reading.at(Reading.Step.PACK, toPack, toPack);
            return summary;
        }
    }

    private SegmentSummary summary(List<Problem> frame, long openRanges) {
        Map<Long, Counts> byThread = threads.byThread();
        long recorded = byThread.values().stream().mapToLong(Counts::recorded).sum();
        List<Problem> problems = new ArrayList<>(frame);
        report(problems, recorded, unknown.count());
        boolean isChecked = segment.head().isSealed() && !scan.unchecked();
        return new SegmentSummary(segment.head(), byThread, openRanges, scan.uncheckedRecords(), isChecked, problems);
    }

    private void records(PackWriter writer, Stretches stretches, String stream, PlaceSort sorted) throws IOException {
        BlockFiller filler = new BlockFiller(writer, stream);
        long end = open.end(segment.head().value(SegmentHeader.END_BOOTTIME_NS));
        sorted.drain((key, place) -> {
            if (place >= 0) {
                filler.add(stretches.at(place), stretches.offset(place), key);
            } else {
                filler.add(open.record(stretches.at(~place), stretches.offset(~place), end), 0, key);
            }
            tell();
        });
        filler.flush();
    }

    private void texts(PackWriter writer, Stretches stretches, String stream, PlaceSort sorted) throws IOException {
        TextBlock block = new TextBlock();
        sorted.drain((id, place) -> {
            if (block.isFull()) {
                writer.write(stream, block);
                block.clear();
            }
            String text = SegmentTexts.read(stretches.at(place), stretches.offset(place));
            block.add(id, stream.equals(PackStreams.TEXTS) ? open.text(id, text) : text);
            tell();
        });
        if (block.count() > 0) {
            writer.write(stream, block);
        }
    }

    private void tell() {
        if (++packed % BETWEEN_REPORTS == 0) {
            reading.at(Reading.Step.PACK, packed, toPack);
        }
    }

    /// Writes the open ranges, and adds their records to those of markers. The last entry of each id counts, unless any
    /// of its entries is the range's record:
    /// the record may precede the note of the range's begin, because another thread can end the range.
    private long openRanges(PackWriter writer, Stretches stretches) throws IOException {
        BlockFiller filler = new BlockFiller(writer, PackStreams.OPEN_RANGES);
        long[] current = new long[3]; // id, place or ENDED, number of open ranges
        ranges.drain((id, place) -> {
            if (id != current[0]) {
                keep(filler, stretches, current);
                current[0] = id;
                current[1] = 0;
            }
            current[1] = current[1] == ENDED ? ENDED : place;
        });
        keep(filler, stretches, current);
        filler.flush();
        return current[2];
    }

    private void keep(BlockFiller filler, Stretches stretches, long[] current) throws IOException {
        if (current[0] != 0 && current[1] > 0) {
            MemorySegment bytes = stretches.at(current[1]);
            long at = stretches.offset(current[1]);
            filler.add(bytes, at, current[0]);
            open.add(current[0]);
            sort(Domain.MARKER_API).add(Bytes.u64(bytes, at + SegmentRangeOpen.START_NS), ~current[1]);
            current[2]++;
        }
    }

    private void report(List<Problem> problems, long recorded, long unknownRecords) {
        String recovered = recorded + " records recovered";
        if (scan.cut()) {
            problems.add(new Problem(segment.name(), "the file was cut while it was read", recovered));
        } else if (segment.missingBytes() > 0) {
            problems.add(new Problem(
                    segment.name(), "truncated: the last " + segment.missingBytes() + " bytes are missing", recovered));
        }
        if (!scan.hasAllStretches() && segment.missingBytes() == 0) {
            String wrong = "damaged: " + segment.head().stretches() + " stretches were written, " + scan.stretches()
                    + " are there";
            problems.add(new Problem(segment.name(), wrong, recovered));
        }
        if (scan.damagedPlaces() > 0) {
            String more = scan.damagedPlaces() == 1 ? "" : " and in " + (scan.damagedPlaces() - 1) + " more places";
            String doubtful = scan.doubtful() == 0 ? "" : ", " + scan.doubtful() + " of them where it is damaged";
            problems.add(
                    new Problem(segment.name(), "damaged at byte " + scan.firstDamage() + more, recovered + doubtful));
        }
        if (cutTexts > 0) {
            problems.add(new Problem(
                    segment.name(),
                    cutTexts + " names or messages of more than " + SegmentConstants.LONGEST_TEXT + " bytes",
                    "the beginning of each recorded"));
        }
        if (unknownRecords > 0) {
            problems.add(new Problem(
                    segment.name(), unknownRecords + " records of kinds this version does not know", "left out"));
        }
    }

    @Override
    public void close() throws IOException {
        for (PlaceSort sort : domains.values()) {
            sort.close();
        }
        for (PlaceSort sort : List.of(texts, renames, ranges, names, unknown)) {
            sort.close();
        }
        objects.close();
    }
}
