// The engine's state in this process, and the data it shares with C.
#ifndef RPJ_ENGINE_H
#define RPJ_ENGINE_H

#include "base/rpj.h"

// The data shared by the engine's Java half and its C half.
extern native_link_t rpj_link;

// GONE: there is no engine, and none can be booted any more. RECORDING: nor can one, as this process is recorded
// without (recorder.h).
enum { RPJ_NEW, RPJ_BOOTING, RPJ_READY, RPJ_GONE, RPJ_RECORDING };
extern int rpj_state __attribute__((visibility("hidden")));

// True once rpj_engine_end was called, or where there will be no engine.
extern bool rpj_ended __attribute__((visibility("hidden")));

// True in a child forked without exec: it never enters Java.
extern volatile int rpj_forked __attribute__((visibility("hidden")));

enum { RPJ_PAGE = 4096 };

// The state of this process. `in_full`: plans are executed in full: with the engine as long as it is running, or by
// the recorder. `known`: this is not a child that has yet to detect that it is one (`asking`: a thread is detecting
// it). `numbering`: a thread is numbering a stream without the engine, `graphs`: a graph. `follows`: the recorder
// follows the runtime of GPUs that has come in this process. The kernel wipes all of it in a child.
typedef union {
    struct {
        uint32_t in_full, known, asking, numbering, graphs, follows;
    };
    char page[RPJ_PAGE];
} rpj_process_t;

extern rpj_process_t rpj_process __attribute__((visibility("hidden")));

// Whether plans are executed in full, not only the records that C continues in a forked child and after the engine's
// end. Any thread.
static inline bool rpj_in_full(void) { return __atomic_load_n(&rpj_process.in_full, __ATOMIC_RELAXED) != 0; }

// Whether the recorder follows work of GPUs: not in a child of a process that has had the runtime. Any thread.
static inline bool rpj_recorder_follows(void) { return __atomic_load_n(&rpj_process.follows, __ATOMIC_RELAXED) != 0; }

// Whether the recorder records this process, or has in the process that this one was forked from. Any thread.
static inline bool rpj_is_recorded(void) { return __atomic_load_n(&rpj_state, __ATOMIC_ACQUIRE) == RPJ_RECORDING; }

// Whether the engine runs in this process; never boots it. Any thread.
static inline bool rpj_engine_ready(void) {
    return __atomic_load_n(&rpj_state, __ATOMIC_ACQUIRE) == RPJ_READY
        && __atomic_load_n(&rpj_process.known, __ATOMIC_RELAXED) && !rpj_forked;
}

// Whether there will never be an engine (again): in a forked child, after the JVM's end, and with the recorder.
// Any thread.
static inline bool rpj_engine_over(void) { return rpj_forked || rpj_ended; }

#endif
