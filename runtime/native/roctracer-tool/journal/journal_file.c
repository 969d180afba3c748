#include "journal/journal_file.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../environment.h"
#include "../../sdk/system/file.h"
#include "base/clock.h"
#include "base/messages.h"

enum { PAGE_BYTES = 4096, IMAGES_MAX = 1000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// Guarded by the lock.
static rpj_file file;
static void* head; // mapped for as long as the file is used: its name is found by it
static uint64_t size;
static uint32_t image, annex;
static const char* suffix;
static bool goes_on, warned, forked;

static const char* reason(void) { return errno == 0 ? "file size limit" : strerror(errno); }

static void warn(const char* what) {
    if (!warned)
        rt_tool_warn("%s '%s': %s; what is traced from now on is lost%s", what, file.path, reason(),
                     goes_on ? "" : " if the program is killed");
    warned = true;
}

static bool put_head(int descriptor) {
    const char* truncate = rpj_environment("ROCP_TRUNCATE_NAMES");
    if (!rpj_file_extend(descriptor, 0, RPJ_JOURNAL_HEAD_BYTES)) return false;
    journal_head_t* made = rpj_file_map(descriptor, 0, RPJ_JOURNAL_HEAD_BYTES);
    if (made == NULL) return false;
    *made = (journal_head_t){.magic = RPJ_JOURNAL_MAGIC,
                             .version = RPJ_JOURNAL_VERSION,
                             .process = (uint32_t)getpid(),
                             .image = image,
                             .truncate_names = truncate != NULL && atoi(truncate) != 0,
                             .begin_ns = forked ? 0 : rt_tool_now()};
    if (head != NULL) munmap(head, RPJ_JOURNAL_HEAD_BYTES);
    head = made;
    size = RPJ_JOURNAL_HEAD_BYTES;
    return true;
}

// Puts the name of this process's file, or of its annex, in a folder. @return false when it is too long
static bool put_path(char* path, const char* folder, size_t folder_length) {
    char later[16] = "", further[16] = "";
    if (image > 0) snprintf(later, sizeof later, ".%u", image);
    if (annex > 0) snprintf(further, sizeof further, "-%u", annex);
    const int length = snprintf(path, sizeof file.path, "%.*s/%d%s_%s%s" RPJ_JOURNAL_EXTENSION, (int)folder_length,
                                folder, (int)getpid(), later, suffix, further);
    errno = ENAMETOOLONG;
    return (size_t)length < sizeof file.path;
}

// A program that this process executed before has left its own file.
static int create_next(const char* folder) {
    int descriptor = -1;
    for (image = 0; image < IMAGES_MAX && descriptor < 0; image++) {
        if (!put_path(file.path, folder, strlen(folder))) break;
        descriptor = rpj_file_create(file.path);
        if (descriptor >= 0 || errno != EEXIST) break;
    }
    return descriptor;
}

// Closes the descriptor. @return whether the file can be used; it is gone otherwise
static bool begin(int descriptor, const char* path) {
    if (descriptor < 0) return false;
    const bool made = rpj_file_identify(&file, path) && put_head(descriptor);
    const int error = errno;
    if (!made) unlink(path);
    rpj_file_close(descriptor);
    errno = error;
    return made;
}

void journal_file_create(const char* folder, const char* with_suffix, bool annexes) {
    pthread_mutex_lock(&lock);
    errno = 0;
    suffix = with_suffix;
    goes_on = annexes;
    annex = 0;
    char* absolute = realpath(folder, NULL);
    if (!begin(create_next(absolute == NULL ? folder : absolute), file.path)) warn("cannot create");
    free(absolute);
    pthread_mutex_unlock(&lock);
}

// --- Growing: with the lock ----------------------------------------------------------------------------------------

static journal_chunk_t* extend(size_t bytes) {
    errno = 0;
    int descriptor = rpj_file_open(&file, head);
    journal_chunk_t* chunk =
        descriptor >= 0 && rpj_file_extend(descriptor, size, bytes) ? rpj_file_map(descriptor, size, bytes) : NULL;
    const int error = errno;
    if (descriptor >= 0) rpj_file_close(descriptor);
    errno = error;
    return chunk;
}

// Files are limited in size, not in number.
static bool begin_annex(void) {
    static char path[sizeof file.path];
    if (!goes_on || (errno != 0 && errno != EFBIG) || size == RPJ_JOURNAL_HEAD_BYTES) return false;
    const char* name = strrchr(file.path, '/');
    annex++;
    return put_path(path, file.path, (size_t)(name - file.path)) && begin(rpj_file_create(path), path);
}

static journal_chunk_t* append_chunk(uint32_t kind, size_t bytes) {
    journal_chunk_t* chunk = extend(bytes);
    if (chunk == NULL && begin_annex()) chunk = extend(bytes);
    if (chunk == NULL) {
        warn("cannot extend");
        return NULL;
    }
    size += bytes;
    *chunk = (journal_chunk_t){.address = (uintptr_t)chunk, .kind = kind, .in_file = 1};
    __atomic_store_n(&chunk->bytes, bytes, __ATOMIC_RELEASE);
    return chunk;
}

journal_chunk_t* journal_file_chunk(uint32_t kind, size_t bytes) {
    int error = errno;
    pthread_mutex_lock(&lock);
    journal_chunk_t* chunk =
        head == NULL || warned ? NULL : append_chunk(kind, (bytes + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1));
    pthread_mutex_unlock(&lock);
    errno = error;
    return chunk;
}

void journal_file_unmap(journal_chunk_t* chunk) { munmap(chunk, chunk->bytes); }

// --- The end -------------------------------------------------------------------------------------------------------

// With the lock.
static void forget(void) {
    if (head != NULL) munmap(head, RPJ_JOURNAL_HEAD_BYTES);
    head = NULL;
}

void journal_file_tell(void) {
    pthread_mutex_lock(&lock);
    const int folder = head == NULL ? 0 : (int)(strrchr(file.path, '/') - file.path);
    if (head != NULL)
        rt_tool_note("the text files of process %d are written by: rocprof --write '%.*s'", (int)getpid(),
                     folder == 0 ? 1 : folder, file.path);
    pthread_mutex_unlock(&lock);
}

void journal_file_delete(void) {
    pthread_mutex_lock(&lock);
    if (head != NULL) {
        int descriptor = rpj_file_open(&file, head); // its name may be another one by now, or another file's
        if (descriptor >= 0) unlink(file.path);
        if (descriptor >= 0) rpj_file_close(descriptor);
    }
    forget();
    pthread_mutex_unlock(&lock);
}

void journal_file_forked(void) {
    pthread_mutex_init(&lock, NULL);
    forget();
    warned = false;
    forked = true;
}
