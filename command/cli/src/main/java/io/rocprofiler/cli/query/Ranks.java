package io.rocprofiler.cli.query;

import static io.rocprofiler.cli.console.CommandException.failed;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.questions.NamedQuery;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `rocprofv3 ranks`: the answers to all questions about the ranks of a job, as tables or as a page.
public final class Ranks {

    private static final List<String> QUESTIONS =
            List.of("ranks", "ranks-clocks", "ranks-critical", "ranks-stragglers", "ranks-kernels", "ranks-ranges");

    /// @param rows cells as their engine returns them
    record Answer(String question, List<String> columns, List<List<@Nullable Object>> rows) {}

    private Ranks() {}

    /// Prints the tables.
    ///
    /// @param align a pattern (LIKE) of the names of barriers; empty for the usual
    /// @throws CommandException if there is nothing to read
    public static void print(Path source, String align, Map<String, String> environment, PrintStream out) {
        try (DatasetEngine dataset = open(source, environment)) {
            for (Answer answer : answers(dataset, align)) {
                out.println(answer.question());
                Rows.TABLE.print(answer.columns(), answer.rows(), out);
                out.println();
            }
        } catch (SQLException e) {
            throw failed(source + ": " + DatasetEngine.reason(e));
        }
    }

    /// Writes a page with a line for each rank, which leads to the page of its process if the source has its records.
    ///
    /// @return the files: the first one is the page
    public static List<Path> write(Path source, String align, Path folder, Map<String, String> environment) {
        try (DatasetEngine dataset = open(source, environment)) {
            Files.createDirectories(folder);
            List<Path> files = new ArrayList<>();
            Map<String, String> pages =
                    DatasetEngine.isDataset(source) ? Map.of() : ProcessPages.write(source, folder, environment, files);
            Path page = folder.resolve("index.html");
            Path draft = folder.resolve(".index.html.draft");
            try {
                Files.writeString(draft, RanksPage.of(dataset, answers(dataset, align), pages));
                Files.move(draft, page, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(draft);
            }
            files.addFirst(page);
            return files;
        } catch (SQLException e) {
            throw failed(source + ": " + DatasetEngine.reason(e));
        } catch (IOException e) {
            throw failed("cannot write " + folder + ": " + IoErrorText.of(e));
        }
    }

    private static DatasetEngine open(Path source, Map<String, String> environment) {
        if (!Files.isDirectory(source)) {
            throw failed(source + ": " + (Files.exists(source) ? "rocpd knows no ranks" : "no such directory")
                    + "; name a directory with *.segments, or a dataset");
        }
        return DatasetEngine.open(source, environment);
    }

    private static List<Answer> answers(DatasetEngine dataset, String align) throws SQLException {
        List<Answer> answers = new ArrayList<>();
        for (String name : QUESTIONS) {
            NamedQuery query = NamedQuery.named(name).orElseThrow();
            boolean isAligned = query.defaults().containsKey("align") && !align.isEmpty();
            NamedQuery.Bound bound = query.bound(isAligned ? List.of("align=" + align) : List.of());
            List<String> columns = new ArrayList<>();
            List<List<@Nullable Object>> rows = new ArrayList<>();
            Query.answer(dataset.connection(), bound, names -> {
                columns.addAll(names);
                return cells -> rows.add(new ArrayList<>(cells));
            });
            answers.add(new Answer(query.question(), columns, rows));
        }
        return answers;
    }
}
