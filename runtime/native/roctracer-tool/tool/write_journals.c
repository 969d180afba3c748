// write_journals FOLDER [TO]: writes the lines of the processes in a folder of the tracer tool that have not written
// them themselves, because they were killed or still run, into another folder or the same one.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <roctracer/roctracer_hip.h>
#include <roctracer/roctracer_plugin.h>
#include <roctracer/roctracer_roctx.h>
#include <roctracer/roctx.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/messages.h"
#include "calls/kept_calls.h"
#include "journal/journal.h"
#include "journal/journal_format.h"
#include "plugin/file_plugin.h"
#include "text/api_data.h"
#include "text/operation_name.h"

// A file as it is now; its process may append to it.
struct mapped {
    char* bytes;
    size_t count;
};

static bool map_file(const char* path, struct mapped* mapped) {
    struct stat seen;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool sized = file >= 0 && fstat(file, &seen) == 0;
    mapped->count = sized ? (size_t)seen.st_size : 0;
    // Private: pointers are mended in it.
    mapped->bytes =
        mapped->count == 0 ? MAP_FAILED : mmap(NULL, mapped->count, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (file >= 0) close(file);
    if (mapped->bytes == MAP_FAILED && sized && mapped->count == 0) errno = EINVAL;
    return mapped->bytes != MAP_FAILED;
}

// --- Entries -------------------------------------------------------------------------------------------------------

static void mend(struct entry* entry, const struct moved* moved) {
    roctracer_record_t* record = &entry->record;
    switch (record->domain) {
        case ACTIVITY_DOMAIN_HIP_OPS:
            if (record->op == HIP_OP_ID_DISPATCH) record->kernel_name = moved_to(moved, record->kernel_name);
            break;
        case ACTIVITY_DOMAIN_HIP_API:
            record->kernel_name = moved_to(moved, record->kernel_name);
            call_move(record->domain, record->op, entry->data, moved);
            break;
        case ACTIVITY_DOMAIN_ROCTX: {
            roctx_api_data_t data;
            memcpy(&data, entry->data, sizeof data);
            data.args.message = moved_to(moved, data.args.message);
            memcpy(entry->data, &data, sizeof data);
            break;
        }
        default: break;
    }
}

static size_t data_bytes(uint32_t kind, const roctracer_record_t* record) {
    if (kind == KEPT_HIP || kind == KEPT_HSA) return call_bytes(record->domain, record->op);
    return kind == KEPT_ROCTX ? sizeof(roctx_api_data_t) : 0;
}

// @return false when the entry is too small for what it says it is
static bool write_entry(struct entry* entry, uint32_t kind, const struct moved* moved) {
    const size_t bytes = entry->bytes - sizeof *entry;
    if (kind == KEPT_NAMES) {
        const char* name = (const char*)entry->data;
        if (memchr(name, 0, bytes) != NULL)
            operation_name_give(entry->record.domain, entry->record.op, entry->record.kind, name);
        return true;
    }
    if (bytes < data_bytes(kind, &entry->record)) return false;
    mend(entry, moved);
    if (kind == KEPT_WORK) roctracer_plugin_write_activity_records(&entry->record, &entry->record + 1);
    else roctracer_plugin_write_callback_record(&entry->record, entry->data);
    return true;
}

// `bytes`: as many of the chunk's as there are. @return false when the rest cannot be read
static bool write_chunk(struct chunk* chunk, uint64_t bytes) {
    const struct moved moved = {chunk->address, bytes, (const char*)chunk};
    uint64_t used = atomic_load_explicit(&chunk->used, memory_order_acquire);
    const bool whole = used <= bytes - sizeof *chunk;
    if (!whole) used = bytes - sizeof *chunk;
    for (uint64_t at = 0; at < used;) {
        struct entry* entry = (struct entry*)((char*)chunk->entries + at);
        if (used - at < sizeof *entry) return false;
        if (entry->bytes < sizeof *entry || entry->bytes % 8 != 0 || entry->bytes > used - at) return false;
        // Another one is of a call that had not returned.
        if (atomic_load_explicit(&entry->ready, memory_order_acquire) == 1 && !write_entry(entry, chunk->kind, &moved))
            return false;
        at += entry->bytes;
    }
    return whole;
}

// --- Files ---------------------------------------------------------------------------------------------------------

// Writes the chunks of one kind, or of all others than names.
static bool write_chunks(const struct mapped* mapped, bool names) {
    bool whole = true;
    for (size_t at = JOURNAL_HEAD_BYTES; at < mapped->count;) {
        struct chunk* chunk = (struct chunk*)(mapped->bytes + at);
        const uint64_t left = mapped->count - at;
        if (left < sizeof *chunk) return false;
        if (chunk->bytes == 0) break;
        if (chunk->bytes < sizeof *chunk || chunk->bytes % 8 != 0) return false;
        const uint64_t bytes = chunk->bytes < left ? chunk->bytes : left;
        if (chunk->kind < KEPT_KINDS && (chunk->kind == KEPT_NAMES) == names) whole &= write_chunk(chunk, bytes);
        whole &= bytes == chunk->bytes;
        at += bytes;
    }
    return whole;
}

static bool write_file(const char* path, const char* to) {
    struct mapped mapped;
    if (!map_file(path, &mapped)) {
        rt_tool_warn("cannot read '%s': %s", path, strerror(errno));
        return false;
    }
    const struct journal_head* head = (const struct journal_head*)mapped.bytes;
    bool known = mapped.count >= JOURNAL_HEAD_BYTES && head->magic == JOURNAL_MAGIC;
    if (known && head->version == JOURNAL_VERSION) {
        file_plugin_for(to, head->process, head->image, head->truncate_names != 0);
        known = write_chunks(&mapped, true);
        known &= write_chunks(&mapped, false);
        roctracer_plugin_finalize();
        operation_names_end();
        if (!known) rt_tool_warn("'%s' is damaged: some of its calls are missing", path);
    } else {
        rt_tool_warn("'%s' is no journal of this version of the tracer tool", path);
        known = false;
    }
    munmap(mapped.bytes, mapped.count);
    return known;
}

static bool is_journal(const char* name) {
    const size_t length = strlen(name), suffix = strlen("_" JOURNAL_SUFFIX);
    return length > suffix && strcmp(name + length - suffix, "_" JOURNAL_SUFFIX) == 0;
}

int main(int count, char** arguments) {
    char path[4096];
    if (count < 2 || count > 3) {
        fputs("usage: write_journals FOLDER [TO]\n", stderr);
        return 2;
    }
    DIR* folder = opendir(arguments[1]);
    if (folder == NULL) {
        rt_tool_warn("cannot read '%s': %s", arguments[1], strerror(errno));
        return 1;
    }
    bool all = true;
    for (const struct dirent* one = readdir(folder); one != NULL; one = readdir(folder)) {
        if (!is_journal(one->d_name)) continue;
        int length = snprintf(path, sizeof path, "%s/%s", arguments[1], one->d_name);
        all &= (size_t)length < sizeof path && write_file(path, arguments[count - 1]);
    }
    closedir(folder);
    return all ? 0 : 1;
}
