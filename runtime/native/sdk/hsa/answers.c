// See answers.h.
#include "hsa/answers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../environment.h"
#include "hsa/handles.h"
#include "hsa/own_functions.h"
#include "segment/segment.h"
#include "system/complain.h"

enum { VALUE_BYTES = 256, LINE_BYTES = 2 * VALUE_BYTES + 64, BUFFER_BYTES = 4096 };

typedef uint32_t info_fn(uint64_t handle, uint32_t attribute, void* value);

// The file, and what is not in it yet.
typedef struct {
    int file;
    int error;
    size_t used;
    char text[BUFFER_BYTES];
} output;

static const void* at(const native_image_t* image, uint64_t offset) { return (const char*)image + offset; }

static void flush(output* to) {
    if (!to->error && !rpj_file_write(to->file, to->text, to->used)) to->error = errno;
    to->used = 0;
}

static void put(output* to, const char* text, size_t length) {
    if (length > BUFFER_BYTES - to->used) flush(to);
    if (length > BUFFER_BYTES) return;
    memcpy(to->text + to->used, text, length);
    to->used += length;
}

// --- what the runtime says -----------------------------------------------------------------------------------------

static void put_handle(output* to, const char* of, uint64_t handle) {
    char line[LINE_BYTES];
    char* end = rpj_put_number(stpcpy(stpcpy(line, of), "="), handle, 16);
    *end++ = '\n';
    put(to, line, (size_t)(end - line));
}

// The bytes of a value in the order of memory, without the zeros at its end.
static void put_answer(output* to, const char* of, uint32_t attribute, const unsigned char* value) {
    static const char digits[] = "0123456789abcdef";
    char line[LINE_BYTES];
    char* end = stpcpy(rpj_put_number(stpcpy(stpcpy(line, of), "."), attribute, 10), "=");
    size_t length = VALUE_BYTES;
    while (length && !value[length - 1]) length--;
    for (size_t i = 0; i < length; i++) {
        *end++ = digits[value[i] >> 4];
        *end++ = digits[value[i] & 15];
    }
    *end++ = '\n';
    put(to, line, (size_t)(end - line));
}

static void ask(output* to, const char* of, void* function, uint64_t handle, const uint32_t* questions) {
    put_handle(to, of, handle);
    for (uint32_t i = 0; function != NULL && i < questions[0]; i++) {
        unsigned char value[VALUE_BYTES] __attribute__((aligned(16))) = {0};
        if (!((info_fn*)function)(handle, questions[1 + i], value)) put_answer(to, of, questions[1 + i], value);
    }
}

static void ask_all(output* to, const char* of, void* function, rpj_handles handles, const uint32_t* questions) {
    for (uint64_t i = 0; i < handles.count; i++) ask(to, of, function, handles.at[i], questions);
    free(handles.at);
}

static void ask_agent(output* to, const native_image_t* image, uint64_t agent) {
    ask(to, "agent", RPJ_OWN_CORE(hsa_agent_get_info), agent, at(image, image->agent_questions));
    ask_all(to, "pool", RPJ_OWN_AMD_EXT(hsa_amd_memory_pool_get_info),
            rpj_handles_of(RPJ_OWN_AMD_EXT(hsa_amd_agent_iterate_memory_pools), agent),
            at(image, image->pool_questions));
    ask_all(to, "cache", RPJ_OWN_CORE(hsa_cache_get_info),
            rpj_handles_of(RPJ_OWN_CORE(hsa_agent_iterate_caches), agent), at(image, image->cache_questions));
}

// --- the environment -----------------------------------------------------------------------------------------------

static void put_variables(output* to, const char* names) {
    for (const char* name = names; *name; name += strlen(name) + 1) {
        const char* value = rpj_environment(name);
        if (value == NULL || strchr(value, '\n') != NULL) continue;
        put(to, "env.", 4);
        put(to, name, strlen(name));
        put(to, "=", 1);
        put(to, value, strnlen(value, BUFFER_BYTES));
        put(to, "\n", 1);
    }
}

void rpj_answers_write(const native_image_t* image, const uint64_t* agents, uint64_t count) {
    char path[RPJ_PATH_BYTES + RPJ_BESIDE_BYTES];
    output* to = malloc(sizeof *to);
    if (to == NULL) return;
    rpj_segment_path_beside(path, RPJ_ANSWERS_FILE);
    *to = (output){.file = rpj_file_create(path), .error = errno};
    if (to->file >= 0) {
        to->error = 0;
        put_variables(to, at(image, image->visibility));
        for (uint64_t i = 0; i < count; i++) ask_agent(to, image, agents[i]);
        put(to, "complete=1\n", 11);
        flush(to);
        rpj_file_close(to->file);
    }
    if (count && !to->error) rpj_segment_has_agents();
    if (to->error) rpj_complain_as_command("cannot write %s: %s", path, rpj_file_error(to->error));
    free(to);
}
