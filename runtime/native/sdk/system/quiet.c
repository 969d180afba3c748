#include "system/quiet.h"

#include <sys/syscall.h>
#include <unistd.h>

uint32_t rpj_quiet;
__thread bool rpj_strict;

// In the GNU C library a thread's descriptor has its id right before its list of robust mutexes, whose place the kernel
// knows. The offset of the id; 0: not found.
static int32_t tid_offset;

static void find_tid(void) {
    char* head = NULL;
    size_t length = 0;
    if (tid_offset || syscall(SYS_get_robust_list, 0, &head, &length) != 0 || head == NULL) return;
    const uint32_t* number = (const uint32_t*)head - 4;
    if (*number != (uint32_t)syscall(SYS_gettid)) return;
    tid_offset = (int32_t)((const char*)number - (const char*)__builtin_thread_pointer());
}

void rpj_become_quiet(uint32_t what) {
    if (!rpj_quiet_now()) find_tid();
    __atomic_fetch_or(&rpj_quiet, what, __ATOMIC_SEQ_CST);
}

uint64_t rpj_quiet_tid(void) {
    return tid_offset ? *(const uint32_t*)((const char*)__builtin_thread_pointer() + tid_offset) : 0;
}
