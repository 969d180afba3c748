#include "base/output.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../environment.h"
#include "../../sdk/system/file.h"
#include "base/messages.h"

enum { BUFFER_BYTES = 64 * 1024 };

static const char* folder_name;
static uint32_t other_process; // 0: this one
static _Atomic uint32_t image;

static void read_folder(void) {
    const char* name = rpj_environment("ROCP_OUTPUT_DIR");
    // Empty like unset. A copy: the program may change its environment.
    if (name != NULL && name[0] != 0) folder_name = strdup(name);
}

const char* output_folder(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (other_process == 0) pthread_once(&once, read_folder);
    return folder_name;
}

void output_image(uint32_t number) { atomic_store(&image, number); }

uint32_t output_process(void) { return other_process == 0 ? (uint32_t)getpid() : other_process; }

void output_for(const char* folder, uint32_t process, uint32_t number) {
    folder_name = folder;
    other_process = process;
    output_image(number);
}

static void fail(struct output* output, const char* path) {
    static bool warned; // all files fail for the same reason
    if (!warned) rt_tool_warn("cannot write '%s': %s", path, strerror(errno));
    warned = true;
    output->failed = true;
    output->used = 0;
}

static int put_path(const struct output* output, char* path, size_t bytes) {
    if (!output->process) return snprintf(path, bytes, "%s/%s", output_folder(), output->name);
    const uint32_t process = output_process(), number = atomic_load(&image);
    return number == 0 ? snprintf(path, bytes, "%s/%u_%s", output_folder(), process, output->name)
                       : snprintf(path, bytes, "%s/%u.%u_%s", output_folder(), process, number, output->name);
}

static bool open_file(struct output* output) {
    char path[4096];
    if (output->file >= 0) return true;
    if (output->failed) return false;
    int length = put_path(output, path, sizeof path);
    errno = ENAMETOOLONG;
    if ((size_t)length < sizeof path) output->file = rpj_file_replace(path);
    if (output->file < 0) fail(output, path);
    return output->file >= 0;
}

static void write_all(struct output* output, const char* bytes, size_t count) {
    if (!open_file(output)) return;
    errno = EFBIG; // beyond the limit nothing is tried, which would end the program
    if (!rpj_file_write(output->file, bytes, count)) fail(output, output->name);
}

void output_write(struct output* output, const char* bytes, size_t count) {
    if (output_folder() == NULL) {
        fwrite(bytes, 1, count, stdout); // in order with the program's own output
        return;
    }
    if (output->failed) return;
    if (output->buffer == NULL) output->buffer = malloc(BUFFER_BYTES);
    if (output->used + count > BUFFER_BYTES) output_flush(output);
    if (output->buffer == NULL || count > BUFFER_BYTES) {
        write_all(output, bytes, count);
        return;
    }
    memcpy(output->buffer + output->used, bytes, count);
    output->used += count;
}

void output_flush(struct output* output) {
    if (output->used > 0) write_all(output, output->buffer, output->used);
    output->used = 0;
}

void output_close(struct output* output) {
    output_flush(output);
    if (output->file >= 0) close(output->file);
    free(output->buffer);
    output->file = -1;
    output->buffer = NULL;
}

void output_forked(struct output* output) {
    output->used = 0;
    if (output->file >= 0) close(output->file);
    output->file = -1;
}
