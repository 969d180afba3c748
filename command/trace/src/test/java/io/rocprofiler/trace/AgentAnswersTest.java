package io.rocprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.trace.problem.Problem;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentAnswersTest {

    private static final String WHOLE = """
            env.ROCR_VISIBLE_DEVICES=0,1
            agent=7f0012ab
            agent.17=01
            agent.40970=
            pool=7f0012cd
            pool.0=0001ff
            cache=1
            cache.2=0a
            complete=1
            """;

    @TempDir
    Path directory;

    private List<Problem> problems(String answers) throws IOException {
        Path process = directory.resolve("42-1");
        Files.createDirectories(process);
        Files.writeString(process.resolve(SegmentConstants.ANSWERS_FILE), answers);
        try (ProcessTrace trace = new SegmentWriter(42).open(directory)) {
            return trace.problems();
        }
    }

    @Test
    void whole_answers_are_no_problem_also_without_agents_made_of_them() throws IOException {
        assertThat(problems(WHOLE)).isEmpty();
        assertThat(problems("complete=1\n")).isEmpty();
    }

    @Test
    void answers_without_their_end_are_cut() throws IOException {
        for (int length = 0; length < WHOLE.length(); length++) {
            assertThat(problems(WHOLE.substring(0, length)))
                    .extracting(Problem::wrong)
                    .containsExactly("cut: its end is missing");
        }
    }

    @Test
    void lines_that_are_no_answers_are_damage() throws IOException {
        String damaged =
                WHOLE.replace("=01", "=0").replace("cache=1", "cache=x").replace("pool.0=", "pool.0");
        assertThat(problems(damaged))
                .extracting(Problem::wrong, Problem::recovered)
                .containsExactly(tuple("damaged: 3 lines are no answers", "the others are read"));
        assertThat(problems("\0\uffff\n\n" + WHOLE)).hasSize(1);
    }
}
