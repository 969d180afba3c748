// Reading memory that may not exist: everything up to the edge of a page, nothing after it.
#include <stdio.h>
#include <sys/mman.h>

#include "../system/safe_read.c" // also its static functions: the variant for sandboxes

static int failures;

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            failures++; \
        } \
    } while (0)

enum { PAGE = 4096 };

__thread native_thread_t* rpj_current;

// Called with an array of a frame above.
__attribute__((noinline)) static void stack(const char* above) {
    char copy[8] = "";
    native_thread_t thread = {.stack_low = (uintptr_t)copy - PAGE, .stack_high = (uintptr_t)above + 4};
    rpj_current = &thread;
    CHECK(on_own_stack((uintptr_t)above, 4) && !on_own_stack((uintptr_t)above, 5));
    CHECK(!on_own_stack((uintptr_t)above + 4, 1) && !on_own_stack(thread.stack_low, 1));
    CHECK(rpj_safe_read(copy, above, 4) == 1 && memcmp(copy, "abcd", 4) == 0);
    CHECK(rpj_safe_read_string(copy, above + 2, sizeof copy) == 4 && strcmp(copy, "cdef") == 0);
    thread.stack_low = (uintptr_t)above; // on a stack of another kind
    CHECK(!on_own_stack((uintptr_t)above, 4));
    CHECK(rpj_safe_read(copy, above, 4) == 1 && memcmp(copy, "abcd", 4) == 0);
    thread.stack_low = (uintptr_t)above - 16; // on a stack of ours, after the thread's own
    thread.program_sp = (uintptr_t)above - 8;
    CHECK(on_own_stack((uintptr_t)above, 4) && !on_own_stack((uintptr_t)above - 8, 4));
    rpj_current = NULL;
}

int main(void) {
    // Two readable pages, and an unreadable third one.
    char* pages = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return 1;
    memset(pages, 'x', 2 * PAGE);
    mprotect(pages + 2 * PAGE, PAGE, PROT_NONE);
    static char copy[3 * PAGE];

    CHECK(rpj_safe_read(copy, pages, 2 * PAGE) == 1);
    CHECK(memcmp(copy, pages, 2 * PAGE) == 0);
    CHECK(rpj_safe_read(copy, pages + 2 * PAGE - 8, 8) == 1);
    CHECK(rpj_safe_read(copy, pages + 2 * PAGE - 8, 9) == 0);
    CHECK(rpj_safe_read(copy, pages + 2 * PAGE, 1) == 0);
    CHECK(rpj_safe_read(copy, NULL, 8) == 0);
    CHECK(rpj_safe_read(copy, (const void*)0xDEADBEEFDEADBEE8u, 8) == 0);
    CHECK(rpj_safe_read(copy, (const void*)UINTPTR_MAX, 8) == 0);
    CHECK(rpj_safe_read(copy, NULL, 0) == 1);
    CHECK(rpj_readable(pages, 2 * PAGE) == 1);
    CHECK(rpj_readable(NULL, 1) == 0);

    CHECK(copy_if_mapped(copy, pages, 2 * PAGE));
    CHECK(copy_if_mapped(copy, pages + 2 * PAGE - 8, 8));
    CHECK(!copy_if_mapped(copy, pages + 2 * PAGE - 8, 9));
    CHECK(!copy_if_mapped(copy, pages + PAGE, 2 * PAGE));
    CHECK(!copy_if_mapped(copy, NULL, 8));
    CHECK(!copy_if_mapped(copy, (const void*)0xDEADBEEFDEADBEE8u, 8));

    char* last = pages + 2 * PAGE - 1;
    CHECK(rpj_safe_read_string(copy, last, sizeof copy) == UINT64_MAX);
    *last = 0;
    CHECK(rpj_safe_read_string(copy, last, sizeof copy) == 0 && copy[0] == 0);
    CHECK(rpj_safe_read_string(copy, last - 3, sizeof copy) == 3 && strcmp(copy, "xxx") == 0);
    CHECK(rpj_safe_read_string(copy, pages, sizeof copy) == 2 * PAGE - 1 && strlen(copy) == 2 * PAGE - 1);
    CHECK(rpj_safe_read_string(copy, pages, 11) == 10 && strcmp(copy, "xxxxxxxxxx") == 0);
    CHECK(rpj_safe_read_string(copy, last - 3, 4) == 3 && strcmp(copy, "xxx") == 0);
    CHECK(rpj_safe_read_string(copy, pages, 1) == 0 && copy[0] == 0);
    CHECK(rpj_safe_read_string(copy, NULL, sizeof copy) == UINT64_MAX);
    CHECK(rpj_safe_read_string(copy, (const char*)0x10, sizeof copy) == UINT64_MAX);
    char above[] = "abcdef";
    stack(above);
    return failures != 0;
}
