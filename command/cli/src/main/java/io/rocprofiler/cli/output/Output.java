package io.rocprofiler.cli.output;

import io.rocprofiler.export.Prefix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The files of one name, written beside and given their names when they are whole.
///
/// The first command that writes a name has it as it is; one that writes at the same time gets the name and a suffix:
/// its rank in a parallel job, else the process id. Nothing is created before the first file.
///
/// Thread rule: one thread.
public final class Output implements AutoCloseable {

    /// The directory for claims and unfinished files, in the directory of the output.
    static final String ASIDE = ".rocprofv3";

    private final Path wanted;
    private final Writer writer;
    private final String pid;
    private @Nullable Place place;

    /// @param path the name as asked for
    /// @param draft the directory in which files are written
    private record Place(Path path, Path draft, @Nullable NameClaim claim) {}

    /// @param wanted the directory and the beginning of the files' names, as asked for
    /// @param pid of the traced process
    public Output(Path wanted, Writer writer, long pid) {
        this.wanted = wanted;
        this.writer = writer;
        this.pid = Long.toString(pid);
    }

    /// The name as asked for.
    public Path wanted() {
        return wanted;
    }

    /// The name that the files get.
    public Path path() throws IOException {
        return place().path();
    }

    /// Returns where to write files, which [#publish()] gives their names; its directory exists.
    public Prefix draft() throws IOException {
        Place now = place();
        Files.createDirectories(now.draft());
        return new Prefix(now.draft().resolve(now.path().getFileName()));
    }

    private Place place() throws IOException {
        Place known = place;
        if (known == null) {
            known = claimed();
            place = known;
            FileTree.remove(known.draft()); // left by a command that was killed
        }
        return known;
    }

    private Place claimed() throws IOException {
        Path aside = wanted.resolveSibling(ASIDE);
        Files.createDirectories(aside);
        for (int attempt = 0; ; attempt++) {
            String name = name(attempt);
            Path draft = aside.resolve(name + ".draft");
            try {
                NameClaim claim = NameClaim.take(aside.resolve(name + ".claim"), writer);
                if (claim != null) {
                    return new Place(wanted.resolveSibling(name), draft, claim);
                }
            } catch (NameClaim.NoLocks _) {
                // A name that nobody else has is the only safe one.
                return new Place(wanted.resolveSibling(name(1)), aside.resolve(name(1) + ".draft"), null);
            }
        }
    }

    private String name(int attempt) {
        String name = String.valueOf(wanted.getFileName());
        String suffix = writer.rank() >= 0 ? Long.toString(writer.rank()) : pid;
        return switch (attempt) {
            case 0 -> name;
            case 1 -> name + "_" + suffix;
            default -> name + "_" + suffix + "-" + attempt; // as for segments
        };
    }

    /// Gives the files written so far their names.
    ///
    /// @return the files and directories
    /// @throws IOException if that fails; then some may have their names
    public List<Path> publish() throws IOException {
        Place now = place();
        List<Path> published = new ArrayList<>();
        if (Files.isDirectory(now.draft())) {
            // Directories first: what is in them is found by a file.
            Comparator<Path> order = Comparator.<Path, Boolean>comparing(path -> !Files.isDirectory(path))
                    .thenComparing(Comparator.naturalOrder());
            for (Path entry : list(now.draft()).stream().sorted(order).toList()) {
                published.add(move(entry, now.path().resolveSibling(entry.getFileName())));
            }
        }
        return published;
    }

    private static Path move(Path from, Path to) throws IOException {
        if (Files.isDirectory(from) && Files.isDirectory(to)) {
            merge(from, to);
        } else {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        }
        return to;
    }

    /// Replaces the files of an earlier run in a directory, which may have others in it: those that have only a
    /// number for a name, as all in it have.
    private static void merge(Path from, Path to) throws IOException {
        for (Path old : list(to)) {
            if (String.valueOf(old.getFileName()).matches("\\d+\\.\\w+")) {
                Files.delete(old);
            }
        }
        for (Path entry : list(from)) {
            Files.move(entry, to.resolve(entry.getFileName()), StandardCopyOption.ATOMIC_MOVE);
        }
        Files.delete(from);
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        }
    }

    /// Deletes the files that were not given their names.
    public void discard() {
        if (place != null) {
            FileTree.remove(place.draft());
        }
    }

    /// Ends the writing: from then on, a later run may have the name.
    @Override
    public void close() {
        discard();
        try {
            if (place != null && place.claim() != null) {
                place.claim().close();
            }
        } catch (IOException _) {
            // Then the name counts as one whose owner was killed.
        }
    }
}
