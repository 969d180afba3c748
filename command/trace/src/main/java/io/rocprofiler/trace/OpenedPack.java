package io.rocprofiler.trace;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.trace.file.Reading;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.pack.PackException;
import io.rocprofiler.trace.pack.PackReader;
import io.rocprofiler.trace.packing.Packer;
import io.rocprofiler.trace.packing.SegmentSummary;
import io.rocprofiler.trace.problem.IoErrorText;
import io.rocprofiler.trace.problem.Problem;
import io.rocprofiler.trace.segment.Segment;
import io.rocprofiler.trace.segment.SegmentHead;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The packed records of a process, either found in its directory or packed while opening.
///
/// @param reader null if nothing was readable
/// @param pending the packed file that may replace the raw file beside it, null if there is none
record OpenedPack(
        @Nullable PackReader reader,
        SegmentSummary summary,
        @Nullable Path pending) {

    private static final String NOTHING = "nothing recovered";

    private static final OpenedPack NONE = new OpenedPack(null, SegmentSummary.NONE, null);

    /// Opens the packed file, or packs the raw segment.
    ///
    /// @param temporary the directory for sorting a raw segment and, unless `inPlace`, for the packed file
    /// @param inPlace whether to pack beside the raw file, so that the packed file can replace it
    static OpenedPack open(Path directory, Path temporary, boolean inPlace, Reading reading, List<Problem> problems) {
        Path pack = directory.resolve(ProcessTrace.PACK_FILE);
        Path raw = directory.resolve(SegmentConstants.SEGMENT_FILE);
        // The raw file is deleted only after the packed file is complete: while the raw file exists, it
        // is authoritative.
        return Files.exists(pack) && !Files.exists(raw)
                ? packed(pack, problems)
                : raw(raw, temporary, inPlace, reading, problems);
    }

    @SuppressWarnings("MustBeClosedChecker") // closed with its process
    private static OpenedPack packed(Path file, List<Problem> problems) {
        String name = file.toString();
        try {
            PackReader reader = PackReader.open(file);
            reader.verify();
            SegmentSummary summary = summary(reader);
            problems.addAll(summary.problems());
            report(name, reader, problems);
            return new OpenedPack(reader, summary, null);
        } catch (PackException e) {
            problems.add(new Problem(name, String.valueOf(e.getMessage()), NOTHING));
        } catch (IOException e) {
            problems.add(new Problem(name, IoErrorText.of(e), NOTHING));
        } catch (UncheckedIOException e) {
            problems.add(new Problem(name, IoErrorText.of(Objects.requireNonNull(e.getCause())), NOTHING));
        }
        return NONE;
    }

    private static SegmentSummary summary(PackReader reader) {
        if (reader.summary().length > 0) {
            return SegmentSummary.of(reader.summary(), reader.isOld());
        }
        long recorded = 0;
        for (Domain domain : Domain.values()) {
            recorded += reader.records(domain.stem());
        }
        return SegmentSummary.ofRecords(recorded);
    }

    /// Reports in one line what is wrong, how many calls, marks, ranges and pieces of GPU work are lost, and how
    /// much else.
    private static void report(String name, PackReader reader, List<Problem> problems) {
        String rebuilt = reader.whyRebuilt();
        long lost = reader.lostRecords();
        if (rebuilt == null && lost == 0) {
            return;
        }
        long written = 0;
        long lostOfDomains = 0;
        for (Domain domain : Domain.values()) {
            written += reader.writtenRecords().getOrDefault(domain.stem(), 0L);
            lostOfDomains += reader.lostRecords(domain.stem());
        }
        String records = lostOfDomains + " of " + written + " records";
        String others = lost == lostOfDomains ? "" : " and " + (lost - lostOfDomains) + " texts or descriptions";
        String known = reader.summary().length == 0 ? ", at least," : "";
        problems.add(new Problem(
                name,
                rebuilt == null ? "damaged" : rebuilt,
                lost == 0 && known.isEmpty()
                        ? "all " + written + " records recovered"
                        : records + others + known + " are lost, the others recovered"));
    }

    private static OpenedPack raw(Path file, Path temporary, boolean inPlace, Reading reading, List<Problem> problems) {
        try (Segment segment = Segment.open(file, problems)) {
            if (segment.head() == SegmentHead.NONE) {
                return NONE;
            }
            if (inPlace) {
                Path beside = file.resolveSibling(ProcessTrace.PACK_FILE + ".tmp");
                try {
                    return pack(segment, beside, temporary, reading, problems);
                } catch (IOException _) {
                    Files.deleteIfExists(beside); // no space or no permission: use the temporary directory
                }
            }
            return pack(segment, null, temporary, reading, problems);
        } catch (IOException e) {
            problems.add(new Problem(
                    file.toString(),
                    IoErrorText.of(e),
                    "nothing recovered; it is sorted in " + temporary + ", ROCPROF_TMPDIR names another place"));
            return NONE;
        }
    }

    /// @param beside the path of the packed file, null for a temporary file
    @SuppressWarnings("MustBeClosedChecker") // closed with its process
    private static OpenedPack pack(
            Segment segment, @Nullable Path beside, Path temporary, Reading reading, List<Problem> problems)
            throws IOException {
        Path directory = Files.createTempDirectory(temporary, "rocprofv3-");
        Path file = beside == null ? directory.resolve(ProcessTrace.PACK_FILE) : beside;
        try {
            SegmentSummary summary = Packer.pack(segment, file, directory, List.copyOf(problems), reading);
            problems.clear();
            problems.addAll(summary.problems());
            return new OpenedPack(PackReader.open(file), summary, beside);
        } finally {
            // An open file stays readable after its name is deleted, and disappears with its reader, however the
            // process ends.
            Files.deleteIfExists(directory.resolve(ProcessTrace.PACK_FILE));
            Files.deleteIfExists(directory);
        }
    }
}
