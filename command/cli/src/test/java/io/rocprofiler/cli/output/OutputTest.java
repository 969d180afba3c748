package io.rocprofiler.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands that want the same name: whoever may not overwrite the owner's files gets a suffix.
class OutputTest {

    private static final long EARLIER = 1000;
    private static final long LATER = Long.MAX_VALUE;

    @TempDir
    Path directory;

    @Test
    void theFirstHasTheNameAndOneThatWritesMeanwhileItsProcessId() throws IOException {
        try (Output first = output(alone(EARLIER), 41);
                Output second = output(alone(LATER), 42);
                Output third = output(alone(LATER), 42)) {
            assertThat(write(first, "1")).isEqualTo("x");
            assertThat(write(second, "2")).isEqualTo("x_42");
            assertThat(write(third, "3")).isEqualTo("x_42-2");
        }
        assertThat(directory.resolve("x_results.txt")).hasContent("1");
        assertThat(directory.resolve("x_42_results.txt")).hasContent("2");
    }

    @Test
    void aLaterRunOverwritesAndOneThatWasRunningAlreadyDoesNot() throws IOException {
        assertThat(written(alone(EARLIER), 1)).isEqualTo("x");
        assertThat(written(alone(EARLIER), 2)).isEqualTo("x_2");
        assertThat(written(alone(LATER), 3)).isEqualTo("x");
    }

    @Test
    void ranksOfAJobNeverOverwriteEachOtherAndHaveTheSameNamesInTheNextJob() throws IOException {
        assertThat(written(rank("one", 2), 1)).isEqualTo("x");
        assertThat(written(rank("one", 0), 2)).isEqualTo("x_0");
        assertThat(written(rank("one", 3), 3)).isEqualTo("x_3");
        assertThat(written(rank("two", 0), 4)).isEqualTo("x_0");
        assertThat(written(rank("two", 2), 5)).isEqualTo("x");
        assertThat(written(rank("two", 2), 6)).isEqualTo("x");
        assertThat(written(alone(LATER), 7)).isEqualTo("x");
    }

    @Test
    void aSmallerJobHasTheNameOfARankThatItHasNot() throws IOException {
        assertThat(written(new Writer(LATER, "one", 7, 8), 1)).isEqualTo("x");
        assertThat(written(new Writer(LATER, "two", 1, 4), 2)).isEqualTo("x");
    }

    @Test
    void whatIsNotWholeHasNoNameAndIsDeleted() throws IOException {
        try (Output output = output(alone(EARLIER), 1)) {
            Files.writeString(output.draft().file("results", "txt"), "half");
            assertThat(directory.resolve("x_results.txt")).doesNotExist();
            output.discard();
            output.publish();
        }
        assertThat(directory).isDirectoryNotContaining("glob:**/x*");
        assertThat(directory.resolve(".rocprofv3")).isDirectoryNotContaining("glob:**.draft");
    }

    @Test
    void whatAKilledCommandLeftIsDeletedByTheNextWithItsName() throws IOException {
        Files.createDirectories(directory.resolve(".rocprofv3/x.draft/inner"));
        Files.writeString(directory.resolve(".rocprofv3/x.draft/x_results.db"), "half");
        assertThat(written(alone(EARLIER), 1)).isEqualTo("x");
        assertThat(directory.resolve("x_results.db")).doesNotExist();
    }

    @Test
    void theNumberedFilesOfADirectoryAreReplacedAndOthersStay() throws IOException {
        Path old = Files.createDirectories(directory.resolve("x_results"));
        Files.writeString(old.resolve("0.evt"), "old");
        Files.writeString(old.resolve("7.def"), "old");
        Files.writeString(old.resolve("notes"), "mine");
        try (Output output = output(alone(EARLIER), 1)) {
            Path made = Files.createDirectories(output.draft().path().resolveSibling("x_results"));
            Files.writeString(made.resolve("0.evt"), "new");
            output.publish();
        }
        assertThat(old.resolve("0.evt")).hasContent("new");
        assertThat(old.resolve("7.def")).doesNotExist();
        assertThat(old.resolve("notes")).hasContent("mine");
    }

    @Test
    void launchersSayTheRankAndTheJob() {
        Map<String, String> openMpi = Map.of(
                "PMIX_NAMESPACE", "7", "OMPI_COMM_WORLD_RANK", "3", "OMPI_COMM_WORLD_SIZE", "8", "SLURM_JOB_ID", "1");
        assertThat(Writer.of(openMpi))
                .extracting(Writer::job, Writer::rank, Writer::size)
                .containsExactly("7", 3L, 8L);
        Map<String, String> slurm =
                Map.of("SLURM_JOB_ID", "1", "SLURM_STEP_ID", "2", "SLURM_PROCID", "0", "SLURM_NTASKS", "4");
        assertThat(Writer.of(slurm))
                .extracting(Writer::job, Writer::rank, Writer::size)
                .containsExactly("1.2", 0L, 4L);
        assertThat(Writer.of(Map.of("OMPI_COMM_WORLD_RANK", "0", "OMPI_COMM_WORLD_SIZE", "1"))
                        .rank())
                .isEqualTo(-1);
    }

    private String written(Writer writer, long pid) throws IOException {
        try (Output output = output(writer, pid)) {
            return write(output, Long.toString(pid));
        }
    }

    private static String write(Output output, String content) throws IOException {
        Files.writeString(output.draft().file("results", "txt"), content);
        output.publish();
        return String.valueOf(output.path().getFileName());
    }

    private Output output(Writer writer, long pid) {
        return new Output(directory.resolve("x"), writer, pid);
    }

    private static Writer alone(long startMillis) {
        return new Writer(startMillis, "", -1, 1);
    }

    private static Writer rank(String job, long rank) {
        return new Writer(LATER, job, rank, 4);
    }
}
