// gpu_busy PROGRESS: launches kernels on two streams until it is killed, and logs in the file PROGRESS, shared
// memory that survives it: its pid, then for each of its two threads the number of launches that have returned, and
// the number known to be complete.
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "gpu_program.h"

enum { THREADS = 2, BATCH = 32 };

// Read by GpuSurvivalTest.
typedef struct {
    _Atomic uint64_t pid;
    struct {
        _Atomic uint64_t launched, complete;
    } threads[THREADS];
} progress_t;

static progress_t* progress;

static void work(const softgpu_workgroup* wg, void** args) { (void)wg, ++**(uint64_t**)args[0]; }

static void* keep_launching(void* index) {
    static const dim3 one = {1, 1, 1};
    int thread = (int)(intptr_t)index;
    hipStream_t stream;
    uint64_t* number = NULL;
    void* args[] = {&number};
    HIP(hipSetDevice(thread));
    HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    HIP(hipHostMalloc((void**)&number, sizeof *number, 0));
    *number = 0;
    progress->pid = (uint64_t)getpid();
    for (;;) {
        for (int i = 0; i < BATCH; i++) {
            HIP(hipLaunchKernel((void*)work, one, one, args, 0, stream));
            progress->threads[thread].launched++;
        }
        HIP(hipStreamSynchronize(stream));
        progress->threads[thread].complete = *number;
    }
    return NULL;
}

int main(int count, char** words) {
    pthread_t threads[THREADS];
    if (count != 2) return 2;
    int file = open(words[1], O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, 4096)) return 2;
    progress = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    EXPECT(softgpu_register_kernel(work, "work") == 0);
    printf("working\n");
    fflush(stdout);
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, keep_launching, (void*)(intptr_t)i);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    return 0;
}
