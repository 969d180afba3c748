// See wrap.h.
#include "recorder/wrap.h"

#include <string.h>

#include "base/hsa_table.h"
#include "base/slots.h"
#include "calls/call_paths.h"
#include "gpu_work/recorded_work.h"
#include "recorder/controls.h"
#include "recorder/image.h"
#include "recorder/switch.h"
#include "system/complain.h"

typedef struct {
    int (*enter)(native_slot_t* slot, native_frame_t* frame);
    void (*exit)(native_slot_t* slot, native_frame_t* frame);
} path;

static const path paths[] = {
    [RPJ_PATH_CALL] = {rpj_enter, rpj_exit},
    [RPJ_PATH_RECORDS] = {rpj_enter_records, rpj_exit_records},
    [RPJ_PATH_CALLBACKS] = {rpj_enter_callbacks, rpj_exit_callbacks},
    [RPJ_PATH_RANGES] = {rpj_enter_ranges, rpj_exit_ranges},
    [RPJ_PATH_MARK] = {rpj_enter_mark, rpj_exit_records},
    [RPJ_PATH_PAUSE] = {rpj_enter_pause, rpj_exit_records},
    [RPJ_PATH_RESUME] = {rpj_enter_resume, rpj_exit_resume},
    [RPJ_PATH_THREAD_NAME] = {rpj_enter_thread_name, rpj_exit_records},
    [RPJ_PATH_STREAM_NAME] = {rpj_enter_stream_name, rpj_exit_records},
    [RPJ_PATH_AGENT_NAME] = {rpj_enter_agent_name, rpj_exit_records},
    [RPJ_PATH_DEVICE_NAME] = {rpj_enter_device_name, rpj_exit_records},
    [RPJ_PATH_STREAM_MADE] = {rpj_enter_stream_made, rpj_exit_stream_made},
};

// --- tables --------------------------------------------------------------------------------------------------------

// A table in the process. HSA's begin with a version, whose second half is their size, all others with their size.
typedef struct {
    char* address;
    uint64_t bytes;
    uint32_t major;
} table;

static table table_at(void* address, uint32_t header_bytes) {
    const uint64_t first = *(const uint64_t*)address;
    if (header_bytes != RPJ_HSA_VERSION_BYTES) return (table){address, first, 0};
    return (table){address, first >> RPJ_HSA_SIZE_SHIFT, (uint32_t)first};
}

// The tables of HSA's that a runtime does not have are NULL or begin with no version, and its container may be short.
static table find(const native_image_table_t* known, void** tables, uint64_t count) {
    const table none = {0};
    if (!known->container)
        return known->position < count ? table_at(tables[known->position], known->header_bytes) : none;
    table container = table_at(tables[0], RPJ_HSA_VERSION_BYTES);
    void* address = known->container < container.bytes ? *(void**)(container.address + known->container) : NULL;
    bool there = address != NULL && rpj_hsa_is_filled_in(*(const uint64_t*)address);
    return there ? table_at(address, RPJ_HSA_VERSION_BYTES) : none;
}

static bool is_of_version(const native_image_table_t* known, uint32_t major) {
    return major == known->major || (!major && !(known->flags & RPJ_IMAGE_EARLIER));
}

// --- slots ---------------------------------------------------------------------------------------------------------

// A runtime may hand over its tables again.
static bool is_wrapped(const void* function) {
    return (uint64_t)function - (uint64_t)rpj_thunks < (uint64_t)RPJ_THUNK_BYTES * RPJ_SLOT_COUNT;
}

static bool wrap_slot(const native_image_t* image, const native_image_slot_t* known, void** function,
                      uint64_t instance) {
    native_slot_t* slot = rpj_slot_take();
    if (slot == NULL) return false;
    native_plan_t* plan = rpj_image_at(image, known->plan);
    plan->enter = (void*)paths[known->path].enter;
    plan->exit = (void*)paths[known->path].exit;
    slot->plan = plan;
    slot->stack_words = known->stack_words;
    slot->floats = known->floats;
    slot->instance = (uint32_t)instance;
    slot->index = (uint32_t)(slot - rpj_slots);
    plan->made_stream = known->argument;
    slot->active = known->lasting;
    slot->target = *function;
    rpj_recorder_watch(&slot->active, known->on);
    __atomic_store_n(function, (void*)(rpj_thunks + (size_t)RPJ_THUNK_BYTES * slot->index), __ATOMIC_RELEASE);
    return true;
}

static void wrap_table(const native_image_t* image, const native_image_table_t* known, const table* found,
                       uint64_t instance) {
    const native_image_slot_t* slots = rpj_image_at(image, known->slots);
    for (uint32_t i = 0; i < known->slot_count; i++) {
        if (slots[i].offset + sizeof(void*) > found->bytes) continue;
        void** function = (void**)(found->address + slots[i].offset);
        if (*function == NULL || is_wrapped(*function) || wrap_slot(image, &slots[i], function, instance)) continue;
        rpj_complain("no slot is left to trace instance %llu of %s",
                     (unsigned long long)instance & ~(unsigned long long)RPJ_OLDER_INSTANCE,
                     (const char*)rpj_image_at(image, known->name));
        return;
    }
}

// Where the whole of a table is recorded, what is not is said.
static void report(const char* name, const native_image_table_t* known, const table* found, bool is_known) {
    if (!(known->flags & RPJ_IMAGE_OF_ALL) || known->flags & RPJ_IMAGE_EARLIER) return;
    if (!is_known)
        rpj_complain("%s has version %u, which this profiler does not know: its functions are not traced", name,
                     found->major);
    else if (found->bytes >= known->known_bytes + sizeof(void*))
        rpj_complain("%llu functions of %s are newer than this profiler and are not traced",
                     (unsigned long long)(found->bytes - known->known_bytes) / sizeof(void*), name);
}

// Whether the image knows a table of this version, in the form of today or of an earlier one.
static bool knows(const native_image_t* image, const native_image_table_t* like, uint32_t major) {
    const native_image_table_t* tables = rpj_image_at(image, image->tables);
    const char* name = rpj_image_at(image, like->name);
    for (uint32_t i = 0; i < image->table_count; i++)
        if (strcmp(rpj_image_at(image, tables[i].name), name) == 0 && is_of_version(&tables[i], major)) return true;
    return false;
}

// What stands in for a function is within its traced call.
static void follow_work(const native_image_t* image, const native_image_table_t* known, const table* found,
                        rpj_work_step* step) {
    if (known->of == RPJ_IMAGE_OTHER_TABLE) return;
    const rpj_hsa_table whole = {found->address, found->bytes, rpj_image_at(image, known->operations),
                                 known->operation_count};
    step(known->of, &whole);
}

// One walk over the tables: `step` for those by which work is followed, or they are wrapped.
static void walk(const native_image_t* image, const char* library, uint64_t instance, void** tables, uint64_t count,
                 rpj_work_step* step) {
    const native_image_table_t* known = rpj_image_at(image, image->tables);
    for (uint32_t i = 0; i < image->table_count; i++) {
        if (strcmp(rpj_image_at(image, known[i].library), library) != 0) continue;
        table found = find(&known[i], tables, count);
        if (found.address == NULL) continue;
        if (step == NULL)
            report(rpj_image_at(image, known[i].name), &known[i], &found, knows(image, &known[i], found.major));
        if (!is_of_version(&known[i], found.major)) continue;
        const uint64_t of_slots = known[i].flags & RPJ_IMAGE_OLDER ? instance | RPJ_OLDER_INSTANCE : instance;
        if (step != NULL) follow_work(image, &known[i], &found, step);
        else wrap_table(image, &known[i], &found, of_slots);
    }
}

void rpj_wrap(const native_image_t* image, const char* library, uint64_t instance, void** tables, uint64_t count) {
    walk(image, library, instance, tables, count, rpj_work_keeps);
    walk(image, library, instance, tables, count, rpj_work_takes);
    walk(image, library, instance, tables, count, NULL);
}
