package io.rocprofiler.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.cli.compare.Compare;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.options.TableSettings;
import io.rocprofiler.trace.summary.SummaryLane;
import io.rocprofiler.trace.testing.GpuWork;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Answers about a run with a kernel of 200 ns and two without times.
class UntimedTest {

    private static final String LINE = ": left out, as their times cannot be true: 2 kernels\n";

    @TempDir
    Path directory;

    private Path run;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
    private final Log log = new Log(new PrintStream(err, true, StandardCharsets.UTF_8));

    @BeforeEach
    void write() throws IOException {
        run = Files.createDirectories(directory.resolve("a.segments"));
        SegmentWriter writer = GpuWork.machine(new SegmentWriter(42));
        GpuWork.loaded(writer.stretch(43));
        writer.stretch(43);
        GpuWork.dispatch(writer, 1, 2, 11, 0, 0, 300, 500);
        GpuWork.dispatch(writer, 2, 2, 12, 0, 0, 0, 0);
        GpuWork.dispatch(writer, 3, 1, 13, 0, 0, 0, 0);
        writer.open(run).close();
    }

    private String answer(String question) {
        Query.run(run, question, List.of(), Rows.CSV, Map.of(), printed, log);
        return out.toString(StandardCharsets.UTF_8);
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void a_named_question_leaves_them_out_aloud() {
        assertThat(answer("kernels")).isEqualTo("""
                name,calls,total_ns,average_ns,min_ns,max_ns,percent
                plain,1,200,200.0,200,200,100.0
                """);
        assertThat(said()).isEqualTo("rocprofv3: warning: " + run + LINE);
    }

    @Test
    void so_does_sql_whose_views_are_built_on_each_other() {
        assertThat(answer("SELECT name, total_calls FROM top_kernels")).isEqualTo("""
                name,total_calls
                plain,1
                """);
        assertThat(said()).isEqualTo("rocprofv3: warning: " + run + LINE);
    }

    @Test
    void the_table_of_the_records_still_has_them() {
        assertThat(answer("SELECT count(*) AS kernels, min(start) AS first FROM rocpd_kernel_dispatch"))
                .isEqualTo("kernels,first\n3,0\n");
    }

    @Test
    void ranks_leave_them_out_aloud() {
        new Ranks(run, "", List.of(SummaryLane.GPU), new TableSettings(null, 0), Map.of(), log)
                .print(Rows.TABLE, printed);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("plain");
        assertThat(said()).isEqualTo("rocprofv3: warning: " + run + LINE);
    }

    @Test
    void a_comparison_leaves_them_out_aloud() {
        new Compare(Map.of(), printed, log).run(run, run, Rows.CSV, true, 0);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains(",kernel,plain,1.0,1.0,")
                .doesNotContain("axpy");
        assertThat(said()).contains("rocprofv3: warning: " + run + LINE);
    }
}
