package io.rocprofiler.trace;

import io.rocprofiler.trace.pack.PackException;
import io.rocprofiler.trace.pack.PackReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The packed records of a process, as they were found, or made in a temporary file.
///
/// @param reader null if nothing could be read
record OpenedPack(@Nullable PackReader reader, Survey survey) {

    private static final OpenedPack NONE = new OpenedPack(null, Survey.NONE);

    static OpenedPack open(Path directory, Path temporary, List<Problem> problems) {
        Path pack = directory.resolve(ProcessTrace.PACK_FILE);
        Path raw = directory.resolve(ProcessTrace.SEGMENT_FILE);
        // The raw file is only removed when the packed one is whole: while it is there, it is what counts.
        return Files.exists(pack) && !Files.exists(raw) ? packed(pack, problems) : raw(raw, temporary, problems);
    }

    @SuppressWarnings("MustBeClosedChecker") // closed with its process
    private static OpenedPack packed(Path file, List<Problem> problems) {
        try {
            PackReader reader = PackReader.open(file);
            Survey survey = Survey.of(reader.survey());
            long lost = reader.verify();
            problems.addAll(survey.problems());
            if (lost > 0) {
                problems.add(new Problem(file.toString(), "damaged", lost + " records are lost, the others recovered"));
            }
            return new OpenedPack(reader, survey);
        } catch (PackException e) {
            problems.add(new Problem(file.toString(), String.valueOf(e.getMessage()), "nothing recovered"));
        } catch (IOException e) {
            problems.add(new Problem(file.toString(), Reasons.of(e), "nothing recovered"));
        } catch (UncheckedIOException e) {
            problems.add(new Problem(file.toString(), Reasons.of(e.getCause()), "nothing recovered"));
        }
        return NONE;
    }

    private static OpenedPack raw(Path file, Path temporary, List<Problem> problems) {
        try (Segment segment = Segment.open(file, problems)) {
            if (segment.head() == SegmentHead.NONE) {
                return NONE;
            }
            return pack(segment, temporary, problems);
        } catch (IOException e) {
            problems.add(new Problem(
                    file.toString(),
                    Reasons.of(e),
                    "nothing recovered; it is sorted in " + temporary + ", ROCPROF_TMPDIR names another place"));
            return NONE;
        }
    }

    @SuppressWarnings("MustBeClosedChecker") // closed with its process
    private static OpenedPack pack(Segment segment, Path temporary, List<Problem> problems) throws IOException {
        Path directory = Files.createTempDirectory(temporary, "rocprofv3-");
        Path file = directory.resolve(ProcessTrace.PACK_FILE);
        try {
            Survey survey = Packer.pack(segment, file, directory, problems);
            problems.clear();
            problems.addAll(survey.problems());
            return new OpenedPack(PackReader.open(file), survey);
        } finally {
            // An open file goes on without a name, and goes away with its reader, however that ends.
            Files.deleteIfExists(file);
            Files.deleteIfExists(directory);
        }
    }
}
