package io.rocprofiler.trace;

import io.rocprofiler.trace.problem.IoErrorText;
import io.rocprofiler.trace.problem.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// What the HSA runtime of a process answered about its agents: lines of which the command makes the file about agents.
final class AgentAnswers {

    private static final String LAST_LINE = "complete=1\n";
    private static final Pattern LINE = Pattern.compile("env\\.[^=]+=.*"
            + "|(agent|pool|cache)=[0-9a-f]{1,16}"
            + "|(agent|pool|cache)\\.\\d{1,9}=([0-9a-f]{2})*"
            + "|complete=1");

    private AgentAnswers() {}

    /// Reports what is wrong with a process's answers, if it has any.
    static void check(Path file, List<Problem> problems) {
        try {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            if (!text.endsWith(LAST_LINE)) {
                problems.add(new Problem(file.toString(), "cut: its end is missing", "what comes before it is read"));
            }
            long wrong = text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .filter(line -> !LINE.matcher(line).matches())
                    .count();
            if (wrong > 0) {
                problems.add(new Problem(
                        file.toString(), "damaged: " + wrong + " lines are no answers", "the others are read"));
            }
        } catch (NoSuchFileException _) {
            // The process described its agents itself, or did not use GPUs.
        } catch (IOException e) {
            problems.add(new Problem(file.toString(), IoErrorText.of(e), "agents may be known by their numbers only"));
        }
    }
}
