package io.rocprofiler.cli.query;

import static io.rocprofiler.cli.console.CommandException.failed;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.options.TableSettings;
import io.rocprofiler.questions.NamedQuery;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.problem.IoErrorText;
import io.rocprofiler.trace.summary.SummaryLane;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `rocprofv3 ranks`: the answers to all questions about the ranks of a job, as tables or as a page.
///
/// @param source a directory with runs, or a dataset
/// @param align a pattern (LIKE) of the names of barriers; empty for the usual
/// @param per by what else there are tables
public record Ranks(
        Path source,
        String align,
        List<SummaryLane> per,
        TableSettings settings,
        Map<String, String> environment,
        Log log) {

    private static final List<String> QUESTIONS = List.of(
            "ranks", "ranks-clocks", "ranks-critical", "ranks-stragglers", "ranks-kernels", "ranks-ranges", "overlap");

    private static final Map<SummaryLane, String> OF_LANES = Map.of(
            SummaryLane.RANK, "kernels-by-rank",
            SummaryLane.GPU, "gpus",
            SummaryLane.STREAM, "streams",
            SummaryLane.THREAD, "threads");

    /// @param name of the question
    /// @param rows cells as their engine returns them
    record Answer(String name, String question, List<String> columns, List<List<@Nullable Object>> rows) {}

    /// Prints the tables.
    ///
    /// @throws CommandException if there is nothing to read
    public void print(Rows format, PrintStream out) {
        try (DatasetEngine dataset = open()) {
            tables(format).print(answers(dataset), out);
        } catch (SQLException e) {
            throw failed(source + ": " + DatasetEngine.reason(e));
        }
    }

    /// Writes the tables, as a page with a line for each rank if the format is HTML: it leads to the page of the rank's
    /// process if the source has its records.
    ///
    /// @param folder is created
    /// @param name what the files' names begin with; empty for `index` of a page, else `ranks`
    /// @return the files: the page is the first one
    public List<Path> write(Rows format, Path folder, String name) {
        try (DatasetEngine dataset = open()) {
            NewFile.directories(folder);
            List<Answer> answers = answers(dataset);
            if (format != Rows.HTML) {
                return tables(format).write(answers, folder, name.isEmpty() ? "ranks" : name);
            }
            List<Path> files = new ArrayList<>();
            Map<String, String> pages =
                    DatasetEngine.isDataset(source) ? Map.of() : ProcessPages.write(source, folder, environment, files);
            String page = RanksPage.of(dataset, answers, pages, settings);
            files.addFirst(AnswerTables.write(
                    folder.resolve((name.isEmpty() ? "index" : name) + ".html"), out -> out.print(page)));
            return files;
        } catch (SQLException e) {
            throw failed(source + ": " + DatasetEngine.reason(e));
        } catch (IOException e) {
            throw failed("cannot write " + folder + ": " + IoErrorText.of(e));
        }
    }

    private AnswerTables tables(Rows format) {
        return new AnswerTables(format, FittedRows.of(format, settings));
    }

    private DatasetEngine open() {
        if (!Files.isDirectory(source)) {
            throw failed(source + ": " + (Files.exists(source) ? "rocpd knows no ranks" : "no such directory")
                    + "; name a directory with *.segments, or a dataset");
        }
        return DatasetEngine.open(source, environment, log);
    }

    private List<Answer> answers(DatasetEngine dataset) throws SQLException {
        List<Answer> answers = new ArrayList<>();
        List<String> questions = new ArrayList<>(QUESTIONS);
        per.forEach(lane -> questions.add(Objects.requireNonNull(OF_LANES.get(lane))));
        for (String name : questions) {
            NamedQuery query = NamedQuery.named(name).orElseThrow();
            boolean isAligned = query.defaults().containsKey("align") && !align.isEmpty();
            NamedQuery.Bound bound =
                    query.bound(settings.limited(query, isAligned ? List.of("align=" + align) : List.of()));
            List<String> columns = new ArrayList<>();
            List<List<@Nullable Object>> rows = new ArrayList<>();
            Query.answer(dataset.connection(), bound, names -> {
                columns.addAll(names);
                return cells -> rows.add(new ArrayList<>(cells));
            });
            answers.add(new Answer(name, query.question(), columns, rows));
        }
        return answers;
    }
}
