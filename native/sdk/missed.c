// Libraries that register when the engine is over: in a child made by fork, after the JVM has given up, after the program's end has
// begun. Nothing of theirs is traced any more. Where there is a trace, marks and ranges are counted; of another library, which has
// hundreds of functions, a line says that it is missing.
#include <stdatomic.h>
#include <string.h>

#include <rocprofiler-sdk-roctx/api_trace.h>

#include "java_side.h"
#include "open_calls.h"
#include "segment.h"

static roctxCoreApiTable_t plain;

static void count(void) { rpj_count_passed_through(rpj_thread()); }

static void mark(const char* message) {
    count();
    plain.roctxMarkA_fn(message);
}

static int range_push(const char* message) {
    count();
    return plain.roctxRangePushA_fn(message);
}

static roctx_range_id_t range_start(const char* message) {
    count();
    return plain.roctxRangeStartA_fn(message);
}

// A range is one thing that is missing, not two.
static void count_marks(roctxCoreApiTable_t* table) {
    plain = *table;
    table->roctxMarkA_fn = mark;
    table->roctxRangePushA_fn = range_push;
    table->roctxRangeStartA_fn = range_start;
}

void rpj_misses(const char* name, void** tables) {
    static atomic_flag marks = ATOMIC_FLAG_INIT, said = ATOMIC_FLAG_INIT;
    if (!rpj_segment_known()) return;
    if (strcmp(name, "roctx") == 0) {
        if (!atomic_flag_test_and_set(&marks)) count_marks(tables[0]);
    } else if (!atomic_flag_test_and_set(&said)) {
        rpj_complain("%s is used for the first time %s: its calls are neither recorded nor counted", name,
                     rpj_forked ? "in a child made by fork" : "after the Java runtime in this process has ended");
    }
}
