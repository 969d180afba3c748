package io.rocprofiler.trace;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentRangeOpen;
import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.file.Reading;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.pack.BlockIndex;
import io.rocprofiler.trace.pack.PackReader;
import io.rocprofiler.trace.pack.RecordBlock;
import io.rocprofiler.trace.packing.OpenRangeRecords;
import io.rocprofiler.trace.packing.PackStreams;
import io.rocprofiler.trace.packing.SegmentSummary;
import io.rocprofiler.trace.problem.Counts;
import io.rocprofiler.trace.problem.Problem;
import io.rocprofiler.trace.segment.Segment;
import io.rocprofiler.trace.segment.SegmentHead;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One process of a run: its packed records, read block by block, and their metadata.
///
/// Opening a process that is not packed packs it into a temporary file; records published later are not included.
/// Thread rule: one thread at a time.
public final class ProcessTrace implements AutoCloseable {

    /// The file that replaces the segment after its process has ended.
    public static final String PACK_FILE = "records.pack";

    private static final long BETWEEN_READS_NANOS = 10_000_000;

    private static final Pattern DIRECTORY = Pattern.compile("(\\d+)-(\\d+)");

    private final Path directory;
    private final List<Problem> problems;
    private final ProcessProperties properties;
    private final List<AgentInfo> agents;
    private final @Nullable PackReader pack;
    private final @Nullable Path pending;
    private final SegmentSummary summary;
    private final Counts counts;
    private final @Nullable Texts texts;
    private final @Nullable Texts renames;
    private final CodeObjects codeObjects;
    private final ObjectNames names;
    private final long pid; // read with every record

    private ProcessTrace(Path directory, OpenedPack opened, List<Problem> problems) {
        this.directory = directory;
        this.problems = problems;
        this.pack = opened.reader();
        this.pending = opened.pending();
        this.summary = opened.summary();
        this.properties = ProcessProperties.read(
                directory.resolve(SegmentConstants.PROPERTIES_FILE),
                head().count(SegmentHeader.PROPERTIES_BYTES),
                problems);
        this.agents = AgentInfo.read(
                directory.resolve(SegmentConstants.AGENTS_FILE), head().count(SegmentHeader.AGENTS_BYTES), problems);
        AgentAnswers.check(directory.resolve(SegmentConstants.ANSWERS_FILE), problems);
        this.counts = summary.counts();
        this.texts = pack == null ? null : new Texts(pack, PackStreams.TEXTS);
        this.renames = pack == null ? null : new Texts(pack, PackStreams.RENAMES);
        this.codeObjects = pack == null ? CodeObjects.none() : CodeObjects.read(pack);
        this.names = pack == null ? ObjectNames.none() : ObjectNames.read(pack, properties.command(), agents);
        this.pid = findPid();
    }

    /// Opens a process directory. Reports damage in [#problems()] and never throws.
    public static ProcessTrace open(Path directory) {
        return open(directory, Path.of(System.getProperty("java.io.tmpdir")));
    }

    /// Opens a process directory.
    ///
    /// @param temporary where a raw segment is packed; the file is deleted when the process is closed or the
    ///     JVM ends
    public static ProcessTrace open(Path directory, Path temporary) {
        return open(directory, temporary, false, Reading.SILENT);
    }

    /// @param inPlace packs a raw segment beside itself; [#settle(boolean)] then keeps or deletes the packed file
    static ProcessTrace open(Path directory, Path temporary, boolean inPlace, Reading reading) {
        List<Problem> problems = new ArrayList<>();
        OpenedPack opened = OpenedPack.open(directory, temporary, inPlace, reading, problems);
        return new ProcessTrace(directory, opened, problems);
    }

    /// Replaces the raw file by the packed one, or deletes the packed file. The records stay readable in
    /// both cases.
    ///
    /// @throws IOException if that fails; the raw file still exists then
    void settle(boolean keep) throws IOException {
        if (pending == null) {
            return;
        }
        if (keep) {
            try (FileChannel channel = NewFile.again(pending)) {
                channel.force(true);
            }
            Files.move(pending, directory.resolve(PACK_FILE), StandardCopyOption.ATOMIC_MOVE);
            Segment.delete(directory.resolve(SegmentConstants.SEGMENT_FILE));
        } else {
            Files.deleteIfExists(pending);
        }
    }

    public Path directory() {
        return directory;
    }

    public ProcessProperties properties() {
        return properties;
    }

    SegmentHead head() {
        return summary.head();
    }

    /// The process id: from the properties, else from the segment, else from the directory's name.
    public long pid() {
        return pid;
    }

    private long findPid() {
        long fromHeader = head().value(SegmentHeader.PID);
        Matcher name = DIRECTORY.matcher(String.valueOf(directory.getFileName()));
        long fromName = name.matches() && name.group(1).length() < 19 ? Long.parseLong(name.group(1)) : 0;
        return properties.number("pid", fromHeader != 0 ? fromHeader : fromName);
    }

    /// The start of recording, in nanoseconds of CLOCK_BOOTTIME.
    public long startNanos() {
        return properties.number("start_boottime_ns", head().value(SegmentHeader.BOOTTIME_NS));
    }

    /// The start of recording, in nanoseconds since 1970; 0 if unknown.
    public long startRealtimeNanos() {
        return head().value(SegmentHeader.REALTIME_NS);
    }

    /// The moment of [#startRealtimeNanos], in nanoseconds of CLOCK_BOOTTIME: a little after [#startNanos].
    public long startRealtimeAtNanos() {
        return head().value(SegmentHeader.BOOTTIME_NS);
    }

    /// By how much CLOCK_BOOTTIME is ahead of CLOCK_MONOTONIC: the time for which the machine had slept; negative if
    /// unknown. Recorders used to read CLOCK_BOOTTIME first, which made it negative by the time between.
    public long suspendedNanos() {
        long monotonic = head().value(SegmentHeader.MONOTONIC_NS);
        long ahead = head().value(SegmentHeader.BOOTTIME_NS) - monotonic;
        return monotonic == 0 ? -1 : ahead < 0 && ahead > -BETWEEN_READS_NANOS ? 0 : ahead;
    }

    /// The end of the process, in nanoseconds of CLOCK_BOOTTIME; 0 if the process was killed.
    public long endNanos() {
        return head().value(SegmentHeader.END_BOOTTIME_NS);
    }

    public boolean closedCleanly() {
        return head().closedCleanly();
    }

    /// The number of calls that had not returned when the process finished.
    public long openCalls() {
        return head().count(SegmentHeader.OPEN_CALLS);
    }

    /// The number of frames that an exception or `longjmp` unwound: calls without a record, by design.
    public long abandoned() {
        return head().count(SegmentHeader.ABANDONED);
    }

    /// The number of calls not traced by design: from a signal handler inside Java, or on a tiny stack.
    public long passedThrough() {
        return head().count(SegmentHeader.PASSED_THROUGH);
    }

    /// The number of calls that could not be recorded because they need an engine: it had ended, or the caller was
    /// a child of `fork`, which has none.
    public long lateCalls() {
        return head().count(SegmentHeader.LATE_CALLS);
    }

    /// The directory of the process that created this one by `fork` without `exec`; empty for other processes.
    public String forkedFrom() {
        return properties.get("forked_from", "");
    }

    /// The number of children created by `fork`, including those that then executed a program.
    public long forkChildren() {
        return head().count(SegmentHeader.FORK_CHILDREN);
    }

    /// The number of records and calls lost in children of `fork` that could not create a segment.
    public long lostInChildren() {
        return head().count(SegmentHeader.CHILDREN_LOST);
    }

    public Counts counts() {
        return counts;
    }

    /// The number of calls, marks, ranges and pieces of GPU work without a checksum, because the process
    /// ended first.
    public long unchecked() {
        return summary.uncheckedRecords();
    }

    /// Whether the checksums of everything that was read, counters included, match.
    public boolean isChecked() {
        return summary.isChecked();
    }

    /// The number of names of kernels, code objects, ranges and others that were lost for lack of memory or disk space.
    public long notesDropped() {
        return head().total(SegmentTotals.NOTES_DROPPED);
    }

    public Map<Long, Counts> countsByThread() {
        return summary.byThread();
    }

    /// The number of readable records of all domains.
    public long records() {
        long sum = 0;
        for (Domain domain : Domain.values()) {
            sum += records(domain);
        }
        return sum;
    }

    public long records(Domain domain) {
        return pack == null ? 0 : pack.stream(domain.stem()).records();
    }

    /// The number of records of a domain without times. They come first, and only they are read.
    public long untimed(Domain domain) {
        long count = 0;
        if (records(domain) > 0) {
            RecordCursor cursor = cursor(domain);
            while (cursor.next() && cursor.startNanos() <= 0) {
                count += cursor.hasTimes() ? 0 : 1;
            }
        }
        return count;
    }

    /// @throws IllegalStateException if no records are readable
    RecordCursor cursor(Domain domain) {
        if (pack == null) {
            throw new IllegalStateException("records=0");
        }
        return new RecordCursor(this, pack, domain);
    }

    public List<Problem> problems() {
        return List.copyOf(problems);
    }

    /// Returns the text of the marker with that internal correlation id, null if absent.
    public @Nullable String message(long internalId) {
        return texts == null ? null : texts.find(internalId);
    }

    /// Passes all marker texts with their internal correlation ids to `action`, in ascending order of the ids.
    public void forEachMessage(BiConsumer<Long, String> action) {
        if (texts != null) {
            texts.forEach(action);
        }
    }

    /// Returns the text of the range with that internal correlation id if the range may rename kernels, else null.
    public @Nullable String rename(long internalId) {
        return renames == null ? null : renames.find(internalId);
    }

    /// Passes the texts of all ranges that may rename kernels to `action`, with their internal correlation ids, in
    /// ascending order of the ids.
    public void forEachRename(BiConsumer<Long, String> action) {
        if (renames != null) {
            renames.forEach(action);
        }
    }

    /// Returns the kernel with that id, null if its code object was not recorded.
    public @Nullable KernelSymbol kernel(long id) {
        return codeObjects.kernel(id);
    }

    /// The kernels, in the order of their ids.
    public List<KernelSymbol> kernels() {
        return codeObjects.kernels();
    }

    public List<CodeObject> codeObjects() {
        return codeObjects.codeObjects();
    }

    public List<HostFunction> hostFunctions() {
        return codeObjects.hostFunctions();
    }

    /// The names of threads, agents, streams and queues.
    public ObjectNames names() {
        return names;
    }

    /// The agents of the machine; empty if unknown.
    public List<AgentInfo> agents() {
        return agents;
    }

    /// Returns the counts of the GPU work of a domain.
    public WorkCounts work(Domain domain) {
        return WorkCounts.of(head(), counts, records(domain), domain);
    }

    /// Passes all records to `action` in the order of their start.
    public void forEach(Consumer<TraceRecord> action) {
        Records.forEach(List.of(this), EnumSet.allOf(Domain.class), action);
    }

    /// Passes the records of one domain to `action` in the order of their start.
    public void forEach(Domain domain, Consumer<TraceRecord> action) {
        Records.forEach(List.of(this), Set.of(domain), action);
    }

    /// The ranges that were still open, in the order of their ids.
    public List<OpenRange> openRanges() {
        List<OpenRange> ranges = new ArrayList<>();
        BlockIndex index = pack == null ? null : pack.stream(PackStreams.OPEN_RANGES);
        RecordBlock block = new RecordBlock();
        for (int i = 0; pack != null && index != null && i < index.blocks(); i++) {
            if (index.count(i) > 0) {
                block.read(pack.block(index, i));
                for (int record = 0; record < block.count(); record++) {
                    ranges.add(openRange(block, record));
                }
            }
        }
        return ranges;
    }

    private OpenRange openRange(RecordBlock block, int record) {
        long id = block.word(record, SegmentRangeOpen.CORRELATION_ID);
        String message = message(id);
        return new OpenRange(
                id,
                block.word(record, SegmentRangeOpen.TID),
                block.word(record, SegmentRangeOpen.START_NS),
                message == null ? "" : OpenRangeRecords.given(message));
    }

    @Override
    public void close() {
        try {
            if (pack != null) {
                pack.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
