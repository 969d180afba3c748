package io.rocprofiler.export.otf2;

import io.rocprofiler.export.Export;
import io.rocprofiler.export.Exporter;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.kind.Domain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Writes AMD's `<prefix>_results.otf2` and its other files (`generateOTF2.cpp` of rocprofiler-sdk 1.0.0), one
/// archive for all processes.
///
/// As in AMD's archives, marks are not regions; they are values of a parameter, so that none is lost.
public final class Otf2Exporter implements Exporter {

    private static final Set<Domain> ALL = Domain.TOLD_ONCE;

    /// Creates an exporter with default settings.
    public Otf2Exporter() {}

    /// {@inheritDoc}
    ///
    /// @return the anchor file, by which readers open the archive; nothing if no record is shown
    @Override
    public List<Path> write(Export export) throws IOException {
        Path anchor = export.prefix().file("results", "otf2");
        Path parent = anchor.getParent();
        if (parent != null) {
            NewFile.directories(parent);
        }
        String name = String.valueOf(anchor.getFileName());
        Path directory = anchor.resolveSibling(name.substring(0, name.length() - ".otf2".length()));
        try {
            Archive archive = new Archive(anchor, export.prefix().file("results", "def"), directory);
            return write(export, archive) ? List.of(anchor) : List.of();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static boolean write(Export export, Archive archive) throws IOException {
        Definitions definitions = archive.definitions();
        Machines machines = new Machines(definitions);
        Regions regions = new Regions(definitions, export.display());
        TimeSpan span = new TimeSpan();
        for (ProcessTrace process : export.processes()) {
            Places places = new Places(definitions, machines, process, export.display());
            ProcessEvents events = new ProcessEvents(archive, regions, places, span);
            export.forEachTimed(process, ALL, events);
            events.close();
        }
        ProcessTrace first = export.processes().getFirst();
        long start = span.isEmpty() ? first.startNanos() : span.first();
        return archive.close(start, span.length(), realtime(first, start), anchor(export.processes()));
    }

    private static long realtime(ProcessTrace process, long at) {
        long realtime = process.startRealtimeNanos();
        return realtime == 0 ? RecordBytes.UNDEFINED : realtime + (at - process.startNanos());
    }

    private static Anchor anchor(List<ProcessTrace> processes) {
        String machines = processes.stream().map(Machines::name).distinct().collect(Collectors.joining(", "));
        String commands = processes.stream()
                .map(process -> String.join(" ", process.properties().command()))
                .distinct()
                .collect(Collectors.joining("; "));
        return new Anchor(machines, "rocprofiler-java", commands);
    }
}
