// waited HOW: launches 100 kernels, waits for them, and ends at once: by exit, _exit, quick_exit, exit_group (the bare
// system call), execve, abort or kill (SIGKILL).
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "gpu_program.h"

static void seen(const softgpu_workgroup* workgroup, void** arguments) { (void)workgroup, (void)arguments; }

static void end(const char* how) {
    char* const words[] = {"true", NULL};
    if (!strcmp(how, "_exit")) _exit(0);
    if (!strcmp(how, "quick_exit")) quick_exit(0);
    if (!strcmp(how, "exit_group")) syscall(SYS_exit_group, 0);
    if (!strcmp(how, "execve")) execv("/bin/true", words);
    if (!strcmp(how, "abort")) abort();
    if (!strcmp(how, "kill")) kill(getpid(), SIGKILL);
    exit(0);
}

int main(int count, char** words) {
    if (count != 2) return 2;
    softgpu_register_kernel_args((const void*)seen, "seen", 0, NULL);
    for (int i = 0; i < 100; i++)
        HIP(hipLaunchKernel((const void*)seen, (dim3){1, 1, 1}, (dim3){1, 1, 1}, NULL, 0, NULL));
    HIP(hipDeviceSynchronize());
    end(words[1]);
}
