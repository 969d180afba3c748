package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;

/// Commands that write to one name at the same time: a few of those that `lab/conformance/together` runs.
final class ManyCommandsTest {
    private static final String TOGETHER =
            Product.SOURCES.resolve("../../together").normalize().toString();

    @Test
    void commands_with_one_name_at_once_each_leave_a_whole_output() {
        check("--count", "5", "--mpi", "0", "--rounds", "1");
    }

    @Test
    void ranks_of_open_mpi_under_one_command_or_each_under_its_own_leave_whole_outputs() {
        boolean installed = Run.command("sh", "-c", "command -v mpirun && command -v mpicc")
                        .go()
                        .status()
                == 0;
        assumeTrue(installed, "no Open MPI (Debian: openmpi-bin, libopenmpi-dev)");
        check("--count", "0", "--mpi", "3", "--rounds", "1");
    }

    private static void check(String... options) {
        String[] command = new String[options.length + 1];
        command[0] = TOGETHER;
        System.arraycopy(options, 0, command, 1, options.length);
        Outcome outcome = Run.command(command)
                .with("ROCPROFILER_HOME", Product.HOME.toString())
                .with("TOGETHER_OUT", Product.TARGET.resolve("together").toString())
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.outLines())
                .filteredOn(line -> line.contains("-d out"))
                .isNotEmpty()
                .allMatch(line -> line.endsWith(": 0 differences"));
        assertThat(outcome.status()).as(outcome.out()).isZero();
    }
}
