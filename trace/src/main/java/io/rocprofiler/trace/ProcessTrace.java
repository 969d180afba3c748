package io.rocprofiler.trace;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.SegmentConstants;
import io.rocprofiler.abi.SegmentHeader;
import io.rocprofiler.abi.SegmentRangeOpen;
import io.rocprofiler.abi.SegmentText;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One process of a run. Records stay in the mapped file; what is held per process is counters, and
/// 16 to 32 bytes per marker to find its text.
///
/// Reading may go on while the process still writes; what it publishes later is not seen.
public final class ProcessTrace implements AutoCloseable {

    public static final String SEGMENT_FILE = "records.seg";

    private static final Pattern DIRECTORY = Pattern.compile("(\\d+)-(\\d+)");
    private static final int MARKER_RANGE = BufferTracingKind.MARKER_CORE_RANGE_API.value();

    private final Path directory;
    private final Arena arena = Arena.ofShared(); // closed by close(); every view ends with it
    private final List<Problem> problems = new ArrayList<>();
    private final ProcessProperties properties;
    private final Segment segment;

    private final LongLongMap texts = new LongLongMap();
    private final LongLongMap opened = new LongLongMap();
    private final Map<Domain, long[]> recordsByDomain = new EnumMap<>(Domain.class); // one number each
    private final ThreadCounts threads = new ThreadCounts();
    private final LongLongMap renames = new LongLongMap();
    private final CodeObjects codeObjects;
    private final List<AgentInfo> agents;
    private long unknownRecords;
    private Counts counts = Counts.NONE;

    private ProcessTrace(Path directory) {
        this.directory = directory;
        this.properties = ProcessProperties.read(directory.resolve(ProcessProperties.FILE_NAME), problems);
        this.agents = AgentInfo.read(directory.resolve(AgentInfo.FILE_NAME), problems);
        this.segment = Segment.open(directory.resolve(SEGMENT_FILE), arena, problems);
        this.codeObjects = new CodeObjects(segment);
    }

    /// Opens what a process left in `directory`. Whatever is wrong is in [#problems()], never thrown.
    public static ProcessTrace open(Path directory) {
        ProcessTrace process = new ProcessTrace(directory);
        process.survey();
        return process;
    }

    private void survey() {
        for (Domain domain : Domain.values()) {
            recordsByDomain.put(domain, new long[1]);
        }
        SegmentScan scan = new SegmentScan(segment);
        long ranges = 0;
        try {
            scan.run(threads::stretch, this::note);
            // A range intends its record when it begins, but its writer counts it only when it ends.
            ranges = openRanges().size();
        } catch (InternalError _) {
            // What the JVM makes of SIGBUS: the file became shorter under the mapping.
            problems.add(new Problem(
                    segment.name(), "the file was cut while it was read", scan.committed() + " records recovered"));
        }
        counts = threads.total(scan.incomplete(), segment.headerCount(SegmentHeader.DROPPED))
                .plus(new Counts(ranges, 0, 0, 0, 0));
        report(scan);
    }

    private void note(int kind, long place) {
        Domain domain = Domain.ofKind(kind);
        threads.committed(domain != null);
        if (domain != null) {
            counter(domain)[0]++;
        } else if (kind == SegmentConstants.KIND_TEXT) {
            putUnlessZero(texts, Bytes.u64(segment.bytes(), place + SegmentText.CORRELATION), place);
        } else if (kind == SegmentConstants.KIND_RANGE_OPEN) {
            putUnlessZero(opened, Bytes.u64(segment.bytes(), place + SegmentRangeOpen.CORRELATION_ID), place);
        } else if (kind == SegmentConstants.KIND_RENAME) {
            putUnlessZero(renames, Bytes.u64(segment.bytes(), place + SegmentText.CORRELATION), place);
        } else if (!codeObjects.note(kind, place)) {
            unknownRecords++;
        }
    }

    private static void putUnlessZero(LongLongMap map, long key, long value) {
        if (key != 0) {
            map.put(key, value);
        }
    }

    private void report(SegmentScan scan) {
        String recovered = counts.recorded() + " records recovered";
        if (segment.missingBytes() > 0) {
            problems.add(new Problem(
                    segment.name(), "truncated: the last " + segment.missingBytes() + " bytes are missing", recovered));
        }
        if (scan.damagedPlaces() > 0) {
            String more = scan.damagedPlaces() == 1 ? "" : " and in " + (scan.damagedPlaces() - 1) + " more places";
            problems.add(new Problem(segment.name(), "damaged at byte " + scan.firstDamage() + more, recovered));
        }
        if (unknownRecords > 0) {
            problems.add(new Problem(
                    segment.name(), unknownRecords + " records of kinds this version does not know", "left out"));
        }
    }

    public Path directory() {
        return directory;
    }

    public ProcessProperties properties() {
        return properties;
    }

    Segment segment() {
        return segment;
    }

    /// The process's number: from its own words, else from the segment, else from the directory's name.
    public long pid() {
        long fromHeader = segment.header(SegmentHeader.PID);
        Matcher name = DIRECTORY.matcher(String.valueOf(directory.getFileName()));
        long fromName = name.matches() && name.group(1).length() < 19 ? Long.parseLong(name.group(1)) : 0;
        return properties.number("pid", fromHeader != 0 ? fromHeader : fromName);
    }

    /// Nanoseconds of CLOCK_BOOTTIME at which recording began.
    public long startNanos() {
        return properties.number("start_boottime_ns", segment.header(SegmentHeader.BOOTTIME_NS));
    }

    /// Nanoseconds since 1970 at which recording began, 0 if unknown.
    public long startRealtimeNanos() {
        return segment.header(SegmentHeader.REALTIME_NS);
    }

    /// Nanoseconds of CLOCK_BOOTTIME at which the process finished, 0 if it was ended by force.
    public long endNanos() {
        return segment.header(SegmentHeader.END_BOOTTIME_NS);
    }

    public boolean closedCleanly() {
        return segment.closedCleanly();
    }

    /// Frames that an exception or `longjmp` left: calls without a record, on purpose.
    public long abandoned() {
        return segment.headerCount(SegmentHeader.ABANDONED);
    }

    /// Calls that were deliberately not traced (made by a signal handler inside Java, on a tiny stack).
    public long passedThrough() {
        return segment.headerCount(SegmentHeader.PASSED_THROUGH);
    }

    public Counts counts() {
        return counts;
    }

    public Map<Long, Counts> countsByThread() {
        return threads.byThread();
    }

    public long records(Domain domain) {
        return counter(domain)[0];
    }

    private long[] counter(Domain domain) {
        return Objects.requireNonNull(recordsByDomain.get(domain));
    }

    public List<Problem> problems() {
        return List.copyOf(problems);
    }

    /// The text of the marker with that internal correlation id, null if there is none.
    public @Nullable String message(long internalId) {
        long place = texts.get(internalId, -1);
        return place < 0 ? null : text(place);
    }

    /// The internal correlation ids of markers with a text, ascending.
    public long[] messageIds() {
        return texts.sortedKeys();
    }

    /// The text of the range with that internal correlation id, if kernels may be named by it; else null.
    public @Nullable String rename(long internalId) {
        long place = renames.get(internalId, -1);
        return place < 0 ? null : text(place);
    }

    /// The internal correlation ids of ranges that kernels may be named by, ascending.
    public long[] renameIds() {
        return renames.sortedKeys();
    }

    /// The kernel with that number, null if its code object was not recorded.
    public @Nullable KernelSymbol kernel(long id) {
        return codeObjects.kernel(id);
    }

    /// In the order of their numbers, as the two below.
    public List<KernelSymbol> kernels() {
        return codeObjects.kernels();
    }

    public List<CodeObject> codeObjects() {
        return codeObjects.codeObjects();
    }

    public List<HostFunction> hostFunctions() {
        return codeObjects.hostFunctions();
    }

    /// The agents of the machine; empty if nobody knew them.
    public List<AgentInfo> agents() {
        return agents;
    }

    /// What became of the GPU work of a domain.
    public WorkCounts work(Domain domain) {
        return WorkCounts.of(this, domain);
    }

    private String text(long place) {
        MemorySegment bytes = segment.bytes();
        long room = Bytes.u64(bytes, place + SegmentText.SIZE) - SegmentText.SIZEOF;
        long length = Math.min(Bytes.u32(bytes, place + SegmentText.LENGTH), room);
        byte[] text = new byte[Math.toIntExact(length)];
        MemorySegment.copy(bytes, JAVA_BYTE, place + SegmentText.SIZEOF, text, 0, text.length);
        return new String(text, StandardCharsets.UTF_8);
    }

    /// Hands over all records of domains in the order of the file.
    public void forEach(Consumer<TraceRecord> action) {
        RecordViews views = new RecordViews(this);
        new SegmentScan(segment).run((kind, place) -> {
            Domain domain = Domain.ofKind(kind);
            if (domain != null) {
                action.accept(views.at(domain, this, place));
            }
        });
    }

    /// Ranges that had begun and not ended, in the order of their ids. Walks the records once.
    public List<OpenRange> openRanges() {
        if (opened.size() == 0) {
            return List.of();
        }
        // The record of a range may lie before the note that it began: another thread can end it.
        LongLongMap open = opened.copy();
        new SegmentScan(segment).run((kind, place) -> {
            if (kind == MARKER_RANGE) {
                open.clear(Bytes.u64(segment.bytes(), place + BufferTracingHipApiRecord.CORRELATION_ID));
            }
        });
        List<OpenRange> ranges = new ArrayList<>();
        for (long id : opened.sortedKeys()) {
            long place = open.get(id, 0);
            if (place != 0) {
                ranges.add(openRange(id, place));
            }
        }
        return ranges;
    }

    private OpenRange openRange(long id, long place) {
        MemorySegment bytes = segment.bytes();
        String message = message(id);
        return new OpenRange(
                id,
                Bytes.u64(bytes, place + SegmentRangeOpen.TID),
                Bytes.u64(bytes, place + SegmentRangeOpen.START_NS),
                message == null ? "" : message);
    }

    @Override
    public void close() {
        arena.close();
    }
}
