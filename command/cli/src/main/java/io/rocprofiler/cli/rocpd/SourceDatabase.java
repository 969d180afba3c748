package io.rocprofiler.cli.rocpd;

import static io.rocprofiler.cli.console.CommandException.failed;

import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.output.FileTree;
import io.rocprofiler.cli.query.Database;
import io.rocprofiler.cli.run.TemporaryDirectory;
import io.rocprofiler.export.rocpd.RocpdMerge;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One database, of one file or several.
///
/// @param made the folder that was made for it and is deleted afterwards, null for none
record SourceDatabase(Path file, @Nullable Path made) implements AutoCloseable {

    /// Returns a single file itself, several merged.
    static SourceDatabase of(List<Path> files, Map<String, String> environment, Log log) {
        return files.size() == 1 ? new SourceDatabase(files.getFirst(), null) : merged(files, environment, log);
    }

    /// Returns a temporary database, which has the views of our schema.
    static SourceDatabase merged(List<Path> files, Map<String, String> environment, Log log) {
        Path temporary = TemporaryDirectory.of(environment, Path.of(""));
        try {
            Path folder = Files.createTempDirectory(temporary, "rocprofv3-");
            Path made = folder.resolve("merged.db");
            merge(files, made, environment, log);
            return new SourceDatabase(made, folder);
        } catch (IOException e) {
            throw failed(temporary + ": " + IoErrorText.of(e));
        }
    }

    /// Merges files, and says what is no database.
    static void merge(List<Path> files, Path target, Map<String, String> environment, Log log) throws IOException {
        for (Path file : files) {
            Database.open(file, environment).close();
        }
        for (String table : RocpdMerge.merge(files, target)) {
            log.warning("left out, because it is no process's: the table " + table);
        }
    }

    @Override
    public void close() {
        FileTree.remove(made);
    }
}
