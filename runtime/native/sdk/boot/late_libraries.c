// Libraries that register after the engine's end: in a forked child, after the JVM has given up, after the
// program's end has begun. They are not traced. Marks and ranges are counted, and so are all calls of a library with a
// plain table: its functions get slots of their own. They are counted in the trace, or if there is none, in a child, as
// calls that no tool is told of. HSA's are not counted, most of which other runtimes make: a line reports that they are
// missing.
#include <string.h>

#include <rocprofiler-sdk-roctx/api_trace.h>

#include "../../environment.h"
#include "base/engine.h"
#include "base/slots.h"
#include "boot/libraries.h"
#include "engine/without_java.h"
#include "segment/counts.h"
#include "segment/segment.h"
#include "segment/untold_calls.h"
#include "system/complain.h"
#include "threads/thread_life.h"
#include "tools/tools.h"

// The table as the library registered it.
static roctxCoreApiTable_t plain;

static void count(void) {
    if (rpj_segment_known()) rpj_count_passed_through(rpj_thread());
    else rpj_count_untold();
}

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

// Once. Removes the engine's functions. A missing range is counted once, not twice. The table behind libroctx64 has the
// same functions.
static void count_marks(void** tables, uint64_t tables_count) {
    static bool counted;
    if (__atomic_test_and_set(&counted, __ATOMIC_SEQ_CST)) return;
    roctxCoreApiTable_t* table = tables[0];
    *table = plain;
    table->roctxMarkA_fn = mark;
    table->roctxRangePushA_fn = range_push;
    table->roctxRangeStartA_fn = range_start;
    if (tables_count > RPJ_OLDER_MARKERS) *(roctxCoreApiTable_t*)tables[RPJ_OLDER_MARKERS] = *table;
}

// --- other libraries -----------------------------------------------------------------------------------------------

// Declines: the thunk goes on to the function. Any thread.
static int count_call(native_slot_t* slot, native_frame_t* frame) {
    (void)slot, (void)frame;
    if (rpj_segment_known()) rpj_segment_late();
    else rpj_count_untold();
    return 0;
}

// With a kept entry, of which there is only the count: such slots stay awake in children.
static native_plan_t counted = {.enter = (void*)count_call, .known = 1, .kept = 1};

// The table: its size in bytes, then functions.
static bool count_all(uint64_t* table) {
    for (uint64_t i = 1; i < table[0] / sizeof *table; i++) {
        native_slot_t* slot = table[i] ? rpj_slot_take() : NULL;
        if (table[i] && slot == NULL) return false;
        if (slot == NULL) continue;
        slot->plan = &counted;
        slot->floats = 1; // whatever its arguments are
        slot->active = 1;
        slot->target = (void*)table[i];
        __atomic_store_n(&table[i], (uint64_t)(rpj_thunks + RPJ_THUNK_BYTES * (size_t)(slot - rpj_slots)),
                         __ATOMIC_RELEASE);
    }
    return true;
}

// What the user of `rocprofv3` has asked for.
static bool is_wanted(const char* name) {
    static const char* const wanted[][2] = {{"hip", "ROCPROF_HIP_RUNTIME_API_TRACE"},
                                            {"rccl", "ROCPROF_RCCL_API_TRACE"},
                                            {"rocdecode", "ROCPROF_ROCDECODE_API_TRACE"},
                                            {"rocjpeg", "ROCPROF_ROCJPEG_API_TRACE"}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (strcmp(name, wanted[i][0]) == 0) return rpj_environment(wanted[i][1]) != NULL;
    return false;
}

// In a child whose parent's tools have no trace: which libraries they trace, only the engine knew.
static void count_for_tools(const char* name, void** tables, uint64_t tables_count) {
    if (marks_of(name, tables) != NULL) count_marks(tables, tables_count);
    else if (strcmp(name, "hsa") == 0 || !count_all(tables[0])) rpj_note_unseen();
}

void rpj_library_is_late(const char* name, void** tables, uint64_t tables_count) {
    const bool has_trace = rpj_segment_known();
    if (!has_trace && !rpj_forked) return;                                 // tools have had their end
    if (!has_trace && !strcmp(name, "hip") && !rpj_tools_wanted()) return; // libroctracer64 has HIP's own word
    if (has_trace && marks_of(name, tables) != NULL) {
        count_marks(tables, tables_count);
    } else if (has_trace && is_wanted(name) && count_all(tables[0])) {
        return;
    } else if (!has_trace) {
        count_for_tools(name, tables, tables_count);
    } else if (rpj_first_after_engine()) {
        rpj_complain("%s is used for the first time %s: its calls are neither recorded nor counted", name,
                     rpj_forked ? "in a child made by fork" : "after the Java runtime in this process has ended");
    }
}
