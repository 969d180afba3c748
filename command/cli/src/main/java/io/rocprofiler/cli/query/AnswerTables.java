package io.rocprofiler.cli.query;

import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/// Prints several answers, each under its question: as aligned tables, as Markdown, or as a list of JSON objects. CSV
/// has one file for each answer.
///
/// @param rows how the tables are printed
record AnswerTables(Rows format, RowFormat rows) {

    private static final JsonMapper JSON = JsonMapper.shared();

    void print(List<Ranks.Answer> answers, PrintStream out) {
        String separator = "[";
        for (Ranks.Answer answer : answers) {
            if (format == Rows.JSON) {
                out.print(separator + "\n{\"table\": " + JSON.writeValueAsString(answer.name()) + ", \"question\": "
                        + JSON.writeValueAsString(answer.question()) + ", \"rows\": ");
                rows.print(answer.columns(), answer.rows(), out);
                out.print('}');
                separator = ",";
            } else {
                out.println(format == Rows.MD ? "## " + answer.question() + "\n" : answer.question());
                rows.print(answer.columns(), answer.rows(), out);
                out.println();
            }
        }
        if (format == Rows.JSON) {
            out.println(separator.equals("[") ? "[]" : "\n]");
        }
        out.flush();
    }

    /// Writes the answers: `<name>.txt`, `<name>.md` or `<name>.json`, or for each answer a file
    /// `<name>_<question>.csv`.
    ///
    /// @param folder of the files
    List<Path> write(List<Ranks.Answer> answers, Path folder, String name) throws IOException {
        if (format != Rows.CSV) {
            String extension = format == Rows.TABLE ? "txt" : format.option();
            return List.of(write(folder.resolve(name + "." + extension), out -> print(answers, out)));
        }
        List<Path> files = new ArrayList<>();
        for (Ranks.Answer answer : answers) {
            Path file = folder.resolve(name + "_" + answer.name() + ".csv");
            files.add(write(file, out -> rows.print(answer.columns(), answer.rows(), out)));
        }
        return files;
    }

    /// Writes a file that is whole when it has its name.
    static Path write(Path file, Consumer<PrintStream> content) throws IOException {
        Path draft = file.resolveSibling("." + file.getFileName() + ".draft");
        try {
            try (PrintStream out = NewFile.printer(draft)) {
                content.accept(out);
                if (out.checkError()) {
                    throw new IOException("the file cannot be written");
                }
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            return file;
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
