package io.rocprofiler.export.otf2;

import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.kind.Domain;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// An archive being written: `x.otf2`, `x.def` and the directory `x`.
final class Archive {

    /// The parameter whose values are the messages of marks.
    static final int MARK = 0;

    private static final Pattern LOCATION_FILE = Pattern.compile("\\d+\\.(evt|def)");

    private record Location(long reference, Place place, String name, long events) {}

    /// The string of a category, and an attribute list with only that string.
    @SuppressWarnings("ArrayRecordComponent") // handed over per event, never compared
    private record CategoryUse(int string, byte[] list) {}

    private final Path anchor;
    private final Path definitionsFile;
    private final Path directory;
    private final BufferShare share = new BufferShare();
    private final Definitions definitions;
    private final List<Location> complete = new ArrayList<>();
    private final Map<Domain, CategoryUse> categories = new EnumMap<>(Domain.class);
    private long locations;

    /// Removes an existing archive of the same name. The anchor, without which an archive is invalid, is
    /// written last.
    Archive(Path anchor, Path definitions, Path directory) throws IOException {
        this.anchor = anchor;
        this.definitionsFile = definitions;
        this.directory = directory;
        Files.deleteIfExists(anchor);
        NewFile.directories(directory);
        removeLocations();
        this.definitions = new Definitions(definitions, share);
        this.definitions.parameter(MARK, "roctxMarkA");
        for (Domain domain : Domain.TOLD_ONCE) {
            int string = this.definitions.shared(Category.name(domain));
            RecordBytes list = new RecordBytes(AttributeList.LONGEST);
            new AttributeList(list).begin().add(Attribute.CATEGORY, string).end();
            categories.put(domain, new CategoryUse(string, list.toArray()));
        }
    }

    private void removeLocations() throws IOException {
        List<Path> old;
        try (Stream<Path> files = Files.list(directory)) {
            old = files.filter(file -> LOCATION_FILE
                            .matcher(String.valueOf(file.getFileName()))
                            .matches())
                    .toList();
        }
        for (Path file : old) {
            Files.delete(file);
        }
    }

    Definitions definitions() {
        return definitions;
    }

    AttributeList category(AttributeList list, Domain domain) {
        return list.add(Attribute.CATEGORY, use(domain).string());
    }

    /// The attribute list with only the category.
    byte[] categoryOnly(Domain domain) {
        return use(domain).list();
    }

    private CategoryUse use(Domain domain) {
        return Objects.requireNonNull(categories.get(domain));
    }

    /// Begins the next location.
    Lane location(Place place, String name) throws IOException {
        long reference = locations++;
        ChunkedFile noDefinitions = new ChunkedFile(file(reference, "def"), Definitions.CHUNK_SIZE, share);
        noDefinitions.close(0);
        EventFile events = new EventFile(file(reference, "evt"), share);
        return new Lane(events, count -> complete.add(new Location(reference, place, name, count)));
    }

    private Path file(long reference, String extension) {
        return directory.resolve(reference + "." + extension);
    }

    /// Ends the archive. Deletes an archive without locations, which readers would reject.
    ///
    /// @param start the beginning of the archive in nanoseconds of the trace's clock
    /// @param length nanoseconds from its first to its last event
    /// @param realtime nanoseconds since 1970 at the beginning, or [RecordBytes#UNDEFINED]
    /// @return whether there is an archive
    boolean close(long start, long length, long realtime, Anchor description) throws IOException {
        if (locations == 0) {
            remove();
            return false;
        }
        complete.sort(Comparator.comparingLong(Location::reference));
        for (Location location : complete) {
            definitions.location(location.reference(), location.place(), location.name(), location.events());
        }
        definitions.close(start, length, realtime);
        long identifier = Arrays.hashCode(new long[] {start, length, realtime}) * 0x9E3779B97F4A7C15L;
        NewFile.write(anchor, description.bytes(locations, definitions.count(), identifier));
        return true;
    }

    private void remove() throws IOException {
        Files.deleteIfExists(definitionsFile);
        try {
            Files.delete(directory);
        } catch (DirectoryNotEmptyException _) {
            // contains files of other programs
        }
    }
}
