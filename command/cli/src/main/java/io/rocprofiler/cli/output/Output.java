package io.rocprofiler.cli.output;

import io.rocprofiler.export.Prefix;
import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
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

    private static final int TRIES = 100;

    private final Path wanted;
    private final Path base;
    private final Writer writer;
    private final String pid;
    private @Nullable Place place;

    /// @param path the name as asked for
    /// @param draft the directory in which files are written
    private record Place(Path path, Path draft, @Nullable NameClaim claim) {}

    /// @param wanted the directory and the beginning of the files' names, as asked for
    /// @param pid of the traced process
    public Output(Path wanted, Writer writer, long pid) {
        this(wanted, wanted.resolveSibling(""), writer, pid);
    }

    /// @param wanted the directory and the beginning of the files' names, as asked for
    /// @param base the part of it that the user named; names below it come from data
    /// @param pid of the traced process
    public Output(Path wanted, Path base, Writer writer, long pid) {
        this.wanted = wanted;
        this.base = base;
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
        if (!isDirectory(now.draft())) {
            NewFile.directory(now.draft());
        }
        return new Prefix(now.draft().resolve(now.path().getFileName()));
    }

    private Place place() throws IOException {
        Place known = place;
        if (known == null) {
            known = claimed();
            FileTree.remove(known.draft()); // left by a command that was killed
            place = known;
        }
        return known;
    }

    private Place claimed() throws IOException {
        NewFile.directories(base, wanted.resolveSibling(""));
        for (int attempt = 0; ; attempt++) {
            String name = name(attempt);
            try {
                Place found = claimed(name);
                if (found != null) {
                    return found;
                }
            } catch (NameClaim.NoLocks _) {
                // A name that nobody else has is the only safe one.
                return new Place(wanted.resolveSibling(name(1)), aside().resolve(name(1) + ".draft"), null);
            }
        }
    }

    /// @return null if the name is another command's
    private @Nullable Place claimed(String name) throws IOException {
        for (int attempt = 1; ; attempt++) {
            Path aside = aside();
            try {
                NameClaim claim = NameClaim.take(aside.resolve(name + ".claim"), writer, isOwn(name));
                return claim == null
                        ? null
                        : new Place(wanted.resolveSibling(name), aside.resolve(name + ".draft"), claim);
            } catch (NoSuchFileException e) {
                if (attempt == TRIES) {
                    throw e; // else another command has just ended and removed the directory
                }
            }
        }
    }

    /// Whether no other process has this name, so that no later command asks who had it.
    private boolean isOwn(String name) {
        return name.matches("(.*\\D)?" + pid + "(\\D.*)?");
    }

    /// Makes the directory for claims and unfinished files. Somebody else's is not used: there, files could be replaced
    /// while they are written.
    private Path aside() throws IOException {
        Path directory = wanted.resolveSibling("");
        Path common = OwnDirectory.of(directory.resolve(ASIDE));
        return common != null ? common : OwnDirectory.ofUser(directory, ASIDE);
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
        if (isDirectory(from) && isDirectory(to)) {
            merge(from, to);
        } else {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        }
        return to;
    }

    private static boolean isDirectory(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
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
            if (place != null) {
                Files.deleteIfExists(Objects.requireNonNull(place.draft().getParent())); // if no other command uses it
            }
        } catch (IOException _) {
            // Then the name counts as one whose owner was killed; or there are other names.
        }
    }
}
