#include "journal/journal_file.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../environment.h"
#include "../../sdk/system/file.h"
#include "base/messages.h"
#include "journal/journal_format.h"

enum { PAGE_BYTES = 4096, IMAGES_MAX = 1000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// Guarded by the lock.
static rpj_file file;
static void* head; // mapped for as long as the file is used: its name is found by it
static uint64_t size;
static uint32_t image;
static bool warned;
static atomic_bool whole; // not guarded

static void warn(const char* what) {
    if (!warned)
        rt_tool_warn("%s '%s': %s; what is traced from now on is lost if the program is killed", what, file.path,
                     errno == 0 ? "file size limit" : strerror(errno));
    warned = true;
    atomic_store(&whole, false);
}

static bool put_head(int descriptor) {
    const char* truncate = rpj_environment("ROCP_TRUNCATE_NAMES");
    if (!rpj_file_extend(descriptor, 0, JOURNAL_HEAD_BYTES)) return false;
    struct journal_head* made = rpj_file_map(descriptor, 0, JOURNAL_HEAD_BYTES);
    if (made == NULL) return false;
    *made = (struct journal_head){.magic = JOURNAL_MAGIC,
                                  .version = JOURNAL_VERSION,
                                  .process = (uint32_t)getpid(),
                                  .image = image,
                                  .truncate_names = truncate != NULL && atoi(truncate) != 0};
    head = made;
    atomic_store(&whole, true);
    size = JOURNAL_HEAD_BYTES;
    return true;
}

// A program that this process executed before has left its own file.
static int create_next(const char* folder) {
    int descriptor = -1;
    for (image = 0; image < IMAGES_MAX && descriptor < 0; image++) {
        int length = image == 0 ? snprintf(file.path, sizeof file.path, "%s/%d_" JOURNAL_SUFFIX, folder, (int)getpid())
                                : snprintf(file.path, sizeof file.path, "%s/%d.%u_" JOURNAL_SUFFIX, folder,
                                           (int)getpid(), image);
        errno = ENAMETOOLONG;
        if ((size_t)length >= sizeof file.path) break;
        descriptor = rpj_file_create(file.path);
        if (descriptor >= 0 || errno != EEXIST) break;
    }
    return descriptor;
}

void journal_file_create(const char* folder) {
    pthread_mutex_lock(&lock);
    errno = 0;
    char* absolute = realpath(folder, NULL);
    if (absolute != NULL) {
        int descriptor = create_next(absolute);
        bool made = descriptor >= 0 && rpj_file_identify(&file, file.path) && put_head(descriptor);
        if (!made) warn("cannot create");
        if (!made && descriptor >= 0) unlink(file.path);
        if (descriptor >= 0) rpj_file_close(descriptor);
    }
    free(absolute);
    pthread_mutex_unlock(&lock);
}

uint32_t journal_file_image(void) {
    pthread_mutex_lock(&lock);
    uint32_t number = head == NULL ? 0 : image;
    pthread_mutex_unlock(&lock);
    return number;
}

// With the lock.
static struct chunk* append_chunk(uint32_t kind, size_t bytes) {
    errno = 0;
    int descriptor = rpj_file_open(&file, head);
    struct chunk* chunk =
        descriptor >= 0 && rpj_file_extend(descriptor, size, bytes) ? rpj_file_map(descriptor, size, bytes) : NULL;
    if (chunk == NULL) warn("cannot extend");
    if (descriptor >= 0) rpj_file_close(descriptor);
    if (chunk == NULL) return NULL;
    size += bytes;
    *chunk = (struct chunk){.address = (uintptr_t)chunk, .kind = kind, .in_file = 1};
    __atomic_store_n(&chunk->bytes, bytes, __ATOMIC_RELEASE);
    return chunk;
}

struct chunk* journal_file_chunk(uint32_t kind, size_t bytes) {
    int error = errno;
    pthread_mutex_lock(&lock);
    struct chunk* chunk =
        head == NULL || warned ? NULL : append_chunk(kind, (bytes + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1));
    pthread_mutex_unlock(&lock);
    errno = error;
    return chunk;
}

void journal_file_unmap(struct chunk* chunk) { munmap(chunk, chunk->bytes); }

// With the lock.
static void forget(void) {
    if (head != NULL) munmap(head, JOURNAL_HEAD_BYTES);
    head = NULL;
    atomic_store(&whole, false);
}

bool journal_file_is_whole(void) { return atomic_load_explicit(&whole, memory_order_relaxed); }

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
}
