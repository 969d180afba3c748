#include "register_internal.h"

// Registrations in order of arrival. A slot is claimed by one atomic add, filled, then published; it is never
// freed. After a fork the child may have slots that another thread had claimed and that stay unpublished: readers
// skip them.
static struct record records[RECORD_LIMIT];
static atomic_uint claimed;
static atomic_uint instances[LIBRARY_COUNT];

static struct record* take_up(const struct library* library, void** tables) {
    for (uint32_t position = 0; position < RECORD_LIMIT; position++) {
        struct record* record = record_at(position);
        enum delivery later = DELIVERY_LATER;
        if (record != NULL && record->library == library && record->tables[0] == tables[0]
            && atomic_compare_exchange_strong(&record->delivery, &later, DELIVERY_BUSY)) {
            return record;
        }
    }
    return NULL;
}

struct record* record_add(const struct library* library, uint32_t version, void** tables, uint64_t table_count) {
    struct record* taken_up = take_up(library, tables);
    if (taken_up != NULL) return taken_up;
    atomic_uint* counter = &instances[library->index];
    unsigned int instance = atomic_load(counter);
    do {
        if (instance >= INSTANCE_LIMIT) return NULL;
    } while (!atomic_compare_exchange_weak(counter, &instance, instance + 1));
    struct record* record = &records[atomic_fetch_add(&claimed, 1)];
    record->library = library;
    record->version = version;
    record->instance = instance;
    record->table_count = table_count;
    for (uint64_t i = 0; i < table_count && i < TABLE_LIMIT; i++) record->tables[i] = tables[i];
    atomic_store_explicit(&record->published, true, memory_order_release);
    return record;
}

unsigned int records_of(const void* table) {
    unsigned int found = 0;
    for (uint32_t position = 0; position < RECORD_LIMIT; position++) {
        const struct record* record = record_at(position);
        found += record != NULL && record->tables[0] == table;
    }
    return found;
}

struct record* record_at(uint32_t position) {
    struct record* record = &records[position];
    return atomic_load_explicit(&record->published, memory_order_acquire) ? record : NULL;
}
