#include "files.h"

#include <stdlib.h>

enum { PER_PAGE = 1024, PAGES = 1024 };

typedef struct {
    _Atomic(uint16_t) files[PER_PAGE];
} page;

static _Atomic(page*) pages[PAGES];

static uint16_t packed(sk_file file) { return (uint16_t)(file.kind | file.gpu << 8); }

static _Atomic(uint16_t)* entry(int fd) {
    if (fd < 0 || fd >= PER_PAGE * PAGES) return NULL;
    page* p = atomic_load_explicit(&pages[fd / PER_PAGE], memory_order_acquire);
    return p == NULL ? NULL : &p->files[fd % PER_PAGE];
}

sk_file sk_file_get(int fd) {
    _Atomic(uint16_t)* at = entry(fd);
    uint16_t value = at == NULL ? 0 : atomic_load_explicit(at, memory_order_acquire);
    return (sk_file){.kind = (uint8_t)value, .gpu = (uint8_t)(value >> 8)};
}

bool sk_file_set(int fd, sk_file file) {
    if (fd < 0 || fd >= PER_PAGE * PAGES) return false;
    _Atomic(page*)* slot = &pages[fd / PER_PAGE];
    if (atomic_load_explicit(slot, memory_order_acquire) == NULL) {
        page *made = calloc(1, sizeof *made), *none = NULL;
        if (made == NULL) return false;
        if (!atomic_compare_exchange_strong(slot, &none, made)) free(made);
    }
    atomic_store_explicit(entry(fd), packed(file), memory_order_release);
    return true;
}

void sk_file_forget(int fd) {
    _Atomic(uint16_t)* at = entry(fd);
    if (at != NULL && atomic_load_explicit(at, memory_order_relaxed) != 0)
        atomic_store_explicit(at, 0, memory_order_release);
}

void sk_file_forget_range(unsigned first, unsigned last) {
    if (last >= PER_PAGE * PAGES) last = PER_PAGE * PAGES - 1;
    for (unsigned fd = first; fd <= last; fd++) {
        if (atomic_load(&pages[fd / PER_PAGE]) == NULL) fd |= PER_PAGE - 1;
        else sk_file_forget((int)fd);
    }
}

void sk_files_after_fork(void) {
    for (int p = 0; p < PAGES; p++) {
        page* at = atomic_load(&pages[p]);
        for (int i = 0; at != NULL && i < PER_PAGE; i++)
            if (atomic_load(&at->files[i]) != 0) atomic_store(&at->files[i], SK_FILE_STALE);
    }
}
