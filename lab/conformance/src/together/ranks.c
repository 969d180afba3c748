// ranks CALLS: makes exactly CALLS calls of hipMalloc, hipMemset and hipFree in as many ranges, and prints its process
// id. With MPI, a rank of a job, which waits for the others at its beginning and its end.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#ifdef WITH_MPI
#include <mpi.h>
#endif

int main(int argc, char** argv) {
    if (argc != 2) return 2;
#ifdef WITH_MPI
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    const int calls = atoi(argv[1]);
    for (int i = 0; i < calls; i++) {
        void* memory = NULL;
        roctxRangePushA("together");
        if (hipMalloc(&memory, 4096) != hipSuccess || hipMemset(memory, 1, 4096) != hipSuccess) return 1;
        if (hipFree(memory) != hipSuccess) return 1;
        roctxRangePop();
    }
    printf("pid %d\n", getpid());
    fflush(stdout);
#ifdef WITH_MPI
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
#endif
    return 0;
}
