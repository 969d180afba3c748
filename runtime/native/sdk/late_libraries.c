// Libraries that register after the engine's end: in a forked child, after the JVM has given up, after the
// program's end has begun. They are not traced. If there is a trace, marks and ranges are counted; for another
// library, which has hundreds of functions, a line reports that it is missing.
#include <string.h>

#include <rocprofiler-sdk-roctx/api_trace.h>

#include "complain.h"
#include "counts.h"
#include "engine.h"
#include "libraries.h"
#include "segment.h"
#include "thread_life.h"

// The table as the library registered it.
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

static roctxCoreApiTable_t* marks_of(const char* name, void** tables) {
    roctxCoreApiTable_t* table = strcmp(name, "roctx") == 0 ? tables[0] : NULL;
    return table != NULL && table->size >= sizeof *table ? table : NULL;
}

void rpj_library_registers(const char* name, void** tables) {
    const roctxCoreApiTable_t* table = marks_of(name, tables);
    if (table != NULL) plain = *table;
}

// Removes the engine's functions. A missing range is counted once, not twice.
static void count_marks(roctxCoreApiTable_t* table) {
    *table = plain;
    table->roctxMarkA_fn = mark;
    table->roctxRangePushA_fn = range_push;
    table->roctxRangeStartA_fn = range_start;
}

void rpj_library_is_late(const char* name, void** tables) {
    static bool counted, said;
    if (!rpj_segment_known()) return;
    roctxCoreApiTable_t* marks = marks_of(name, tables);
    if (marks != NULL) {
        if (!__atomic_test_and_set(&counted, __ATOMIC_SEQ_CST)) count_marks(marks);
    } else if (!__atomic_test_and_set(&said, __ATOMIC_SEQ_CST)) {
        rpj_complain("%s is used for the first time %s: its calls are neither recorded nor counted", name,
                     rpj_forked ? "in a child made by fork" : "after the Java runtime in this process has ended");
    }
}
