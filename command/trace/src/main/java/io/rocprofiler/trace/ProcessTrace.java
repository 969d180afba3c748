package io.rocprofiler.trace;

import io.rocprofiler.abi.SegmentConstants;
import io.rocprofiler.abi.SegmentHeader;
import io.rocprofiler.abi.SegmentRangeOpen;
import io.rocprofiler.abi.SegmentTotals;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.pack.BlockIndex;
import io.rocprofiler.trace.pack.PackReader;
import io.rocprofiler.trace.pack.RecordBlock;
import io.rocprofiler.trace.packing.PackStreams;
import io.rocprofiler.trace.packing.SegmentSummary;
import io.rocprofiler.trace.problem.Counts;
import io.rocprofiler.trace.problem.Problem;
import io.rocprofiler.trace.segment.SegmentHead;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
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

/// One process of a run: its packed records, read block by block, and what is known about all of them.
///
/// A process that is not packed is packed into a temporary file when it is opened; what it publishes later is not seen.
/// Thread rule: one thread at a time.
public final class ProcessTrace implements AutoCloseable {

    /// What becomes of the segment after the end of its process.
    public static final String PACK_FILE = "records.pack";

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
    private final long pid; // asked for with every record

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
        this.counts = summary.counts();
        this.texts = pack == null ? null : new Texts(pack, PackStreams.TEXTS);
        this.renames = pack == null ? null : new Texts(pack, PackStreams.RENAMES);
        this.codeObjects = pack == null ? CodeObjects.none() : CodeObjects.read(pack);
        this.pid = findPid();
    }

    /// Opens what a process left in `directory`. Whatever is wrong is in [#problems()], never thrown.
    public static ProcessTrace open(Path directory) {
        return open(directory, Path.of(System.getProperty("java.io.tmpdir")));
    }

    /// Opens what a process left in `directory`.
    ///
    /// @param temporary where a raw segment is packed; it is gone when the process is closed, or ends
    public static ProcessTrace open(Path directory, Path temporary) {
        return open(directory, temporary, false);
    }

    /// @param inPlace packs a raw segment beside itself, which [#settle(boolean)] then decides about
    static ProcessTrace open(Path directory, Path temporary, boolean inPlace) {
        List<Problem> problems = new ArrayList<>();
        OpenedPack opened = OpenedPack.open(directory, temporary, inPlace, problems);
        return new ProcessTrace(directory, opened, problems);
    }

    /// Has the packed file take the place of the raw one, or takes it back. It stays readable in both cases.
    ///
    /// @throws IOException if that fails; the raw file is there then
    void settle(boolean keep) throws IOException {
        if (pending == null) {
            return;
        }
        if (keep) {
            try (FileChannel channel = FileChannel.open(pending, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(pending, directory.resolve(PACK_FILE), StandardCopyOption.ATOMIC_MOVE);
            Files.delete(directory.resolve(SegmentConstants.SEGMENT_FILE));
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

    /// The process's number: from its own words, else from the segment, else from the directory's name.
    public long pid() {
        return pid;
    }

    private long findPid() {
        long fromHeader = head().value(SegmentHeader.PID);
        Matcher name = DIRECTORY.matcher(String.valueOf(directory.getFileName()));
        long fromName = name.matches() && name.group(1).length() < 19 ? Long.parseLong(name.group(1)) : 0;
        return properties.number("pid", fromHeader != 0 ? fromHeader : fromName);
    }

    /// Nanoseconds of CLOCK_BOOTTIME at which recording began.
    public long startNanos() {
        return properties.number("start_boottime_ns", head().value(SegmentHeader.BOOTTIME_NS));
    }

    /// Nanoseconds since 1970 at which recording began, 0 if unknown.
    public long startRealtimeNanos() {
        return head().value(SegmentHeader.REALTIME_NS);
    }

    /// Nanoseconds of CLOCK_BOOTTIME at which the process finished, 0 if it was ended by force.
    public long endNanos() {
        return head().value(SegmentHeader.END_BOOTTIME_NS);
    }

    public boolean closedCleanly() {
        return head().closedCleanly();
    }

    /// Calls that had begun and not returned when the process finished.
    public long openCalls() {
        return head().count(SegmentHeader.OPEN_CALLS);
    }

    /// Frames that an exception or `longjmp` left: calls without a record, on purpose.
    public long abandoned() {
        return head().count(SegmentHeader.ABANDONED);
    }

    /// Calls that were deliberately not traced (made by a signal handler inside Java, on a tiny stack).
    public long passedThrough() {
        return head().count(SegmentHeader.PASSED_THROUGH);
    }

    /// Calls that nobody could record any more, because they need an engine that has ended, or that a child made by
    /// `fork` does not have.
    public long lateCalls() {
        return head().count(SegmentHeader.LATE_CALLS);
    }

    /// The directory of the process that made this one by `fork`, without `exec`; empty for any other.
    public String forkedFrom() {
        return properties.get("forked_from", "");
    }

    /// How many children it made by `fork`, those included that then executed a program.
    public long forkChildren() {
        return head().count(SegmentHeader.FORK_CHILDREN);
    }

    /// Records and calls of children made by `fork` that could not have a segment of their own.
    public long lostInChildren() {
        return head().count(SegmentHeader.CHILDREN_LOST);
    }

    public Counts counts() {
        return counts;
    }

    /// Calls, marks, ranges and GPU work that no checksum is of, because the process ended before.
    public long unchecked() {
        return summary.uncheckedRecords();
    }

    /// Whether all that was read, counters included, was as it had been written.
    public boolean isChecked() {
        return summary.isChecked();
    }

    /// Names of kernels, code objects and ranges that were lost because there was no memory or no disk.
    public long notesDropped() {
        return head().total(SegmentTotals.NOTES_DROPPED);
    }

    public Map<Long, Counts> countsByThread() {
        return summary.byThread();
    }

    /// Records of all domains that can be read.
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

    /// @throws IllegalStateException if there are no records
    RecordCursor cursor(Domain domain) {
        if (pack == null) {
            throw new IllegalStateException("records=0");
        }
        return new RecordCursor(this, pack, domain);
    }

    public List<Problem> problems() {
        return List.copyOf(problems);
    }

    /// The text of the marker with that internal correlation id, null if there is none.
    public @Nullable String message(long internalId) {
        return texts == null ? null : texts.find(internalId);
    }

    /// All texts of markers with their internal correlation ids, in ascending order.
    public void forEachMessage(BiConsumer<Long, String> action) {
        if (texts != null) {
            texts.forEach(action);
        }
    }

    /// The text of the range with that internal correlation id, if kernels may be named by it; else null.
    public @Nullable String rename(long internalId) {
        return renames == null ? null : renames.find(internalId);
    }

    /// All texts that kernels may be named by, with the internal correlation ids of their ranges, in ascending order.
    public void forEachRename(BiConsumer<Long, String> action) {
        if (renames != null) {
            renames.forEach(action);
        }
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

    /// Hands over all records in order of their start.
    public void forEach(Consumer<TraceRecord> action) {
        Records.forEach(List.of(this), EnumSet.allOf(Domain.class), action);
    }

    /// Hands over the records of one domain in order of their start.
    public void forEach(Domain domain, Consumer<TraceRecord> action) {
        Records.forEach(List.of(this), Set.of(domain), action);
    }

    /// Ranges that had begun and not ended, in the order of their ids.
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
                message == null ? "" : message);
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
