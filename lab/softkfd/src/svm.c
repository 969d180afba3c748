#include "svm.h"

#include "memory.h"
#include "smi.h"

#include <errno.h>

enum { SET = 0, GET = 1 };
enum { PREFERRED_LOCATION = 0, PREFETCH_LOCATION = 1, NOWHERE = 0xffffffff };

// A prefetch moves the pages at once; the log says so.
static void prefetch(const kfd_svm* request, uint32_t where) {
    int gpu = sk_gpu_of_id(where);
    if (gpu < 0) return;
    uint64_t start = sk_now_ns();
    unsigned long long page = request->start / SK_PAGE, pages = request->size / SK_PAGE;
    sk_smi((uint32_t)gpu, SK_SMI_MIGRATE_START, start, "@%llx(%llx) 0->%x %x:0 %d", page, pages, where, where,
           SK_MIGRATE_PREFETCH);
    sk_smi((uint32_t)gpu, SK_SMI_MIGRATE_END, sk_now_ns(), "@%llx(%llx) 0->%x %d 0", page, pages, where,
           SK_MIGRATE_PREFETCH);
}

int sk_svm(kfd_svm* request) {
    if (request->start % SK_PAGE != 0 || request->size % SK_PAGE != 0 || request->size == 0) return EINVAL;
    if (request->operation == GET) {
        for (uint32_t i = 0; i < request->count; i++)
            request->attributes[i].value = request->attributes[i].type <= PREFETCH_LOCATION ? NOWHERE : 0;
        return 0;
    }
    if (request->operation != SET) return EINVAL;
    uint64_t bytes;
    if (sk_memory_at(request->start, &bytes) == NULL || bytes < request->size) {
        int error = sk_memory_show(request->start, request->size, request->start);
        if (error != 0) return error;
    }
    for (uint32_t i = 0; i < request->count; i++)
        if (request->attributes[i].type == PREFETCH_LOCATION) prefetch(request, request->attributes[i].value);
    return 0;
}
