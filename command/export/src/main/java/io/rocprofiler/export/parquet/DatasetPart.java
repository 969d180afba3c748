package io.rocprofiler.export.parquet;

import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/// The files of one process in a dataset: `<table>/run=R/host=H/rank=N/part-<pid>-<start>.parquet`. They are written
/// beside with names that readers of datasets skip, and get their own when all are whole. A file of the same process
/// is replaced: writing again does not double it.
final class DatasetPart implements AutoCloseable {

    /// The column by which the rows of tables of records are sorted.
    static final String SORTED_BY = "start";

    private final Path root;
    private final String partition;
    private final String name;
    private final List<Path> drafts = new ArrayList<>();

    DatasetPart(Path root, ProcessTrace process, String run) {
        this.root = root;
        this.partition = "run=" + word(run) + "/host="
                + word(process.properties().get("hostname", "")) + "/rank="
                + Math.max(-1, process.properties().number("rank", -1));
        this.name = "part-" + process.pid() + "-" + process.startNanos() + ".parquet";
    }

    /// Returns a value as a part of a path that every reader takes as it is.
    private static String word(String value) {
        return value.isEmpty() ? "unknown" : value.replaceAll("[^A-Za-z0-9._-]", "_");
    }

    /// Begins a table's file, which is made with its first row.
    <R> LazyFile<R> rows(String table, List<Column<R>> columns) {
        Path draft = root.resolve(table).resolve(partition).resolve("." + name + ".draft");
        return new LazyFile<>(draft, columns, SORTED_BY, this::draft);
    }

    private void draft(Path path) throws IOException {
        NewFile.directories(root, path.resolveSibling(""));
        drafts.add(path);
    }

    /// Gives the files their names, in the order in which they were written: the process is in `processes` when all
    /// the others are there.
    void publish() throws IOException {
        for (Path draft : drafts) {
            Files.move(draft, draft.resolveSibling(name), StandardCopyOption.ATOMIC_MOVE);
        }
        drafts.clear();
    }

    /// Deletes what has no name of its own.
    @Override
    public void close() throws IOException {
        for (Path draft : drafts) {
            Files.deleteIfExists(draft);
        }
    }
}
