// Calls that no tool is told of, since children made by fork have none: they count them in a page that they share with
// the process that they come from, which says the sum when it ends.
//
// Words that two libraries share, and processes.
#ifndef RPJ_UNTOLD_H
#define RPJ_UNTOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

// `torn`: of the processes, those that were forked in the middle of a start. `unseen`: those with calls that cannot be
// counted. `over`: the sum has been said.
typedef struct {
    uint64_t calls;
    uint32_t processes, torn, unseen, over;
} rpj_untold_page;

// `page`: NULL before the first start, and where there is no memory. The rest is of this process: it is a child, of
// that moment; whether it is among the processes, and among the unseen ones.
typedef struct {
    rpj_untold_page* page;
    uint32_t forked, torn, counted, unseen;
} rpj_untold;

// Before the start of a tool. Repeated calls are harmless. Any thread.
static inline void rpj_untold_share(rpj_untold* untold) {
    rpj_untold_page* none = NULL;
    if (__atomic_load_n(&untold->page, __ATOMIC_ACQUIRE) != NULL) return;
    void* page = mmap(NULL, sizeof *untold->page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED
        && !__atomic_compare_exchange_n(&untold->page, &none, page, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        munmap(page, sizeof *untold->page);
}

// Before an engine begins in this process, which thus is no child of one that had a tool: its children are its own.
// Once.
static inline void rpj_untold_begin(rpj_untold* untold) {
    if (untold->forked) __atomic_store_n(&untold->page, NULL, __ATOMIC_RELEASE);
    untold->forked = untold->counted = untold->unseen = 0;
    rpj_untold_share(untold);
}

// In a child, by the handler of its fork.
static inline void rpj_untold_forked(rpj_untold* untold, bool torn) {
    untold->forked = 1;
    untold->torn |= torn;
    __atomic_store_n(&untold->counted, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&untold->unseen, 0, __ATOMIC_RELAXED);
}

static inline rpj_untold_page* rpj_untold_of_this_process(rpj_untold* untold) {
    rpj_untold_page* page = __atomic_load_n(&untold->page, __ATOMIC_ACQUIRE);
    if (page == NULL || __atomic_load_n(&untold->counted, __ATOMIC_RELAXED)) return page;
    if (__atomic_exchange_n(&untold->counted, 1, __ATOMIC_RELAXED)) return page;
    __atomic_fetch_add(&page->processes, 1, __ATOMIC_RELAXED);
    if (untold->torn) __atomic_fetch_add(&page->torn, 1, __ATOMIC_RELAXED);
    return page;
}

// Counts a call. Async-signal-safe; any thread.
static inline void rpj_untold_count(rpj_untold* untold) {
    rpj_untold_page* page = rpj_untold_of_this_process(untold);
    if (page != NULL) __atomic_fetch_add(&page->calls, 1, __ATOMIC_RELAXED);
}

// Notes that a library is used in this process whose calls are not counted. Likewise.
static inline void rpj_untold_unseen(rpj_untold* untold) {
    rpj_untold_page* page = rpj_untold_of_this_process(untold);
    if (page != NULL && !__atomic_exchange_n(&untold->unseen, 1, __ATOMIC_RELAXED))
        __atomic_fetch_add(&page->unseen, 1, __ATOMIC_RELAXED);
}

enum { RPJ_UNTOLD_BYTES = 256 };

// What this process says at its end: false for nothing. A child speaks only for those that outlive the first process.
// Any thread.
static inline bool rpj_untold_text(rpj_untold* untold, char text[RPJ_UNTOLD_BYTES]) {
    rpj_untold_page* page = __atomic_load_n(&untold->page, __ATOMIC_ACQUIRE);
    if (page == NULL) return false;
    if (!untold->forked) __atomic_store_n(&page->over, 1, __ATOMIC_SEQ_CST);
    else if (!__atomic_load_n(&page->over, __ATOMIC_SEQ_CST)) return false;
    uint64_t calls = __atomic_exchange_n(&page->calls, 0, __ATOMIC_SEQ_CST);
    uint32_t processes = __atomic_exchange_n(&page->processes, 0, __ATOMIC_SEQ_CST);
    uint32_t torn = __atomic_exchange_n(&page->torn, 0, __ATOMIC_SEQ_CST);
    uint32_t unseen = __atomic_exchange_n(&page->unseen, 0, __ATOMIC_SEQ_CST);
    char of_torn[80] = "", of_unseen[80] = "";
    if (calls == 0 && unseen == 0) return false;
    if (torn == processes) snprintf(of_torn, sizeof of_torn, " while the profiler started");
    else if (torn != 0) snprintf(of_torn, sizeof of_torn, ", %u of them while the profiler started", torn);
    if (unseen != 0) snprintf(of_unseen, sizeof of_unseen, "; some calls in %u of them are not even counted", unseen);
    snprintf(text, RPJ_UNTOLD_BYTES, "%u process%s made by fork%s: no tool was told of %llu calls there%s", processes,
             processes == 1 ? "" : "es", of_torn, (unsigned long long)calls, of_unseen);
    return true;
}

#endif
