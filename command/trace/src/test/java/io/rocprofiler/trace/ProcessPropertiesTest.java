package io.rocprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessPropertiesTest {

    @TempDir
    Path directory;

    @Test
    void readsLinesAndLeavesOutTheOneThatWasCutOff() throws IOException {
        ProcessProperties properties = read("pid=12\nruntime.1=hip 60000 0\nruntime.0=hsa 2 0\nhostna");
        assertThat(properties.number("pid", 0)).isEqualTo(12);
        assertThat(properties.get("hostna", "none")).isEqualTo("none");
        assertThat(properties.runtimes()).containsExactly("hsa 2 0", "hip 60000 0");
    }

    @Test
    void theCommandKeepsSpacesAndBackslashes() throws IOException {
        assertThat(read("command=/bin/a b\\0-x\\0c:\\\\d\n").command()).containsExactly("/bin/a b", "-x", "c:\\d");
        assertThat(read("pid=x\n").command()).isEmpty();
        assertThat(read("pid=x\n").number("pid", 3)).isEqualTo(3);
    }

    @Test
    void whoAProcessIsInItsJobComesFromTheVariablesOfTheInnermostLauncher() throws IOException {
        ProcessProperties properties = read("""
                env.OMPI_COMM_WORLD_RANK=3
                env.OMPI_COMM_WORLD_SIZE=4
                env.SLURM_PROCID=0
                env.SLURM_NTASKS=2
                """);
        assertThat(properties.number("rank", -1)).isEqualTo(3);
        assertThat(properties.number("size", 1)).isEqualTo(4);
        assertThat(properties.get("local_rank", "none")).isEqualTo("none");
    }

    private ProcessProperties read(String text) throws IOException {
        return ProcessProperties.read(Files.writeString(directory.resolve("p"), text), 0, new ArrayList<>());
    }
}
