package io.rocprofiler.abi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The environments that launchers make, alone and inside each other: rank, size and local rank of a process in them.
class LaunchersTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = true, textBlock = """
            none                     | HOME=/ RANK=3 WORLD_SIZE=4                                                       | - - -  | -
            srun                     | SLURM_JOB_ID=8 SLURM_STEP_ID=1 SLURM_PROCID=5 SLURM_NTASKS=8 SLURM_LOCALID=1     | 5 8 1  | 8.1
            srun with PMIx           | PMIX_NAMESPACE=slurm.pmix.8.0 PMIX_RANK=5 SLURM_PROCID=5 SLURM_NTASKS=8 SLURM_LOCALID=1 | 5 8 1 | slurm.pmix.8.0
            mpirun in a batch job    | SLURM_JOB_ID=8 SLURM_PROCID=0 SLURM_NTASKS=2 SLURM_LOCALID=0 PMIX_RANK=3 OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_LOCAL_RANK=1 | 3 4 1 | 8
            Intel's in a batch job   | SLURM_JOB_ID=8 SLURM_PROCID=0 SLURM_NTASKS=2 PMI_RANK=3 PMI_SIZE=4 MPI_LOCALRANKID=1 MPI_LOCALNRANKS=2 | 3 4 1 | 8
            PMIx alone in another's  | SLURM_PROCID=0 SLURM_NTASKS=2 SLURM_LOCALID=0 PMIX_RANK=3                        | 3 - -  | -
            torchrun                 | TORCHELASTIC_RUN_ID=none RANK=3 WORLD_SIZE=4 LOCAL_RANK=1                        | 3 4 1  | -
            torchrun in srun         | TORCHELASTIC_RUN_ID=x RANK=9 WORLD_SIZE=16 LOCAL_RANK=1 SLURM_PROCID=1 SLURM_NTASKS=2 SLURM_LOCALID=0 | 9 16 1 | -
            flux in srun             | FLUX_JOB_ID=f1 FLUX_TASK_RANK=3 FLUX_JOB_SIZE=4 FLUX_TASK_LOCAL_ID=1 SLURM_JOB_ID=8 SLURM_STEP_ID=0 SLURM_PROCID=0 SLURM_NTASKS=1 | 3 4 1 | f1
            MVAPICH                  | MV2_COMM_WORLD_RANK=3 MV2_COMM_WORLD_SIZE=4 MV2_COMM_WORLD_LOCAL_RANK=1          | 3 4 1  | -
            no number                | OMPI_COMM_WORLD_RANK=x PMI_RANK= SLURM_PROCID=2                                  | 2 - -  | -
            """)
    void everyLauncherIsKnownInsideTheOthers(String name, String variables, String facts, String job) {
        Map<String, String> environment = new HashMap<>();
        for (String variable : variables.split(" ")) {
            environment.put(
                    variable.substring(0, variable.indexOf('=')), variable.substring(variable.indexOf('=') + 1));
        }
        StringBuilder found = new StringBuilder();
        for (Launchers.Fact fact : Launchers.Fact.values()) {
            String value = Launchers.value(fact, environment::get);
            found.append(found.isEmpty() ? "" : " ").append(value.isEmpty() ? "-" : value);
        }
        assertThat(found.toString()).as(name).isEqualTo(facts);
        assertThat(Launchers.job(environment::get)).isEqualTo(job.equals("-") ? "" : job);
    }
}
