#include "release.h"

#include <stdlib.h>

#include "allocations.h"
#include "queue.h"
#include "state.h"

typedef struct request {
    void* ptr;
    hsa_amd_deallocation_callback_t callback;
    void* user_data;
    struct request* next;
} request;

static request* requests; // guarded by the state lock

// Unlinks the first request for an address, with one callback or, if that is NULL, any. NULL: there is none.
static request* take(void* ptr, hsa_amd_deallocation_callback_t callback) {
    pthread_mutex_lock(&sg_state_lock);
    request** link = &requests;
    while (*link != NULL && ((*link)->ptr != ptr || (callback != NULL && (*link)->callback != callback)))
        link = &(*link)->next;
    request* found = *link;
    if (found != NULL) *link = found->next;
    pthread_mutex_unlock(&sg_state_lock);
    return found;
}

void sg_tell_of_release(void* ptr) {
    for (request* r = take(ptr, NULL); r != NULL; r = take(ptr, NULL)) {
        r->callback(ptr, r->user_data);
        free(r);
    }
}

hsa_status_t sg_hsa_amd_register_deallocation_callback(void* ptr, hsa_amd_deallocation_callback_t callback,
                                                       void* user_data) {
    SG_REQUIRE_INIT();
    sg_range range;
    if (ptr == NULL || callback == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    bool allocated = sg_ranges_find(&sg_allocations, ptr, &range) && range.start == (uintptr_t)ptr;
    if (!allocated) return HSA_STATUS_ERROR_INVALID_ALLOCATION;
    request* made = malloc(sizeof *made);
    if (made == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    *made = (request){.ptr = ptr, .callback = callback, .user_data = user_data};
    pthread_mutex_lock(&sg_state_lock);
    made->next = requests;
    requests = made;
    pthread_mutex_unlock(&sg_state_lock);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_deregister_deallocation_callback(void* ptr, hsa_amd_deallocation_callback_t callback) {
    SG_REQUIRE_INIT();
    request* found = ptr == NULL || callback == NULL ? NULL : take(ptr, callback);
    if (found == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    free(found);
    return HSA_STATUS_SUCCESS;
}
