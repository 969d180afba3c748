package io.rocprofiler.spark;

import io.rocprofiler.questions.NamedQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/// Answers a question to a dataset: `QueryJob [--csv|--json] DATASET QUESTION [PARAMETER=VALUE ...]`, with a question
/// of `rocprofv3 query --list`, or SQL. `share/rocprofiler/spark/query` submits it.
public final class QueryJob {

    private static final int WIDEST = 1_000; // characters of a cell of a table
    private static final int MOST_ROWS = 1_000_000; // of a table

    private QueryJob() {}

    public static void main(String[] arguments) {
        List<String> words = new ArrayList<>(Arrays.asList(arguments));
        boolean csv = words.remove("--csv");
        boolean json = words.remove("--json");
        if (words.size() < 2) {
            System.err.println(
                    "rocprofiler: name a dataset and a question: query DATASET ranks-kernels limit=10; the questions are:");
            NamedQuery.all()
                    .forEach(query -> System.err.println(
                            "  " + query.name() + " " + query.signature() + ": " + query.question()));
            System.exit(2);
        }
        SparkSession session =
                SparkSession.builder().appName("rocprofiler " + words.get(1)).getOrCreate();
        try {
            Dataset<Row> answer = answer(session, words.get(0), words.get(1), words.subList(2, words.size()));
            if (csv) {
                csv(answer);
            } else if (json) {
                answer.toJSON().toLocalIterator().forEachRemaining(System.out::println);
            } else {
                answer.show(MOST_ROWS, WIDEST);
            }
        } catch (IllegalArgumentException e) {
            System.err.println("rocprofiler: " + e.getMessage());
            System.exit(2);
        } finally {
            session.stop();
        }
    }

    /// Returns the rows that answer a question.
    ///
    /// @param question the name of a query, or SQL
    /// @param parameters `name=value`
    /// @throws IllegalArgumentException with a line for the user, if a parameter is unknown
    static Dataset<Row> answer(SparkSession session, String dataset, String question, List<String> parameters) {
        NamedQuery named = NamedQuery.named(question).orElse(null);
        if (named == null && !question.strip().contains(" ")) {
            throw new IllegalArgumentException("no query is named '" + question + "'");
        }
        Map<String, Object> values = named == null ? Map.of() : named.values(parameters);
        Tables.register(session, dataset);
        return session.sql(named == null ? question : named.sql(), values);
    }

    /// RFC 4180.
    private static void csv(Dataset<Row> answer) {
        System.out.println(String.join(",", answer.columns()));
        answer.toLocalIterator().forEachRemaining(row -> {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                cells.add(row.isNullAt(i) ? "" : quoted(row.get(i).toString()));
            }
            System.out.println(cells.stream().collect(Collectors.joining(",")));
        });
    }

    private static String quoted(String text) {
        return text.matches("(?s).*[\",\r\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
