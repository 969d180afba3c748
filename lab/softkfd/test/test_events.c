// Events: what wakes whom, and what a wait tells.
#include "driver.h"

#include <errno.h>
#include <pthread.h>

static uint32_t create(uint32_t type, bool auto_reset) {
    kfd_create_event event = {.type = type, .auto_reset = auto_reset};
    CHECK_EQUAL(0, request(KFD_CREATE_EVENT, &event));
    CHECK(event.page_offset != 0);
    CHECK_EQUAL(event.event_id, event.slot_index);
    CHECK_EQUAL(event.event_id, event.trigger_data);
    return event.event_id;
}

static int on(unsigned number, uint32_t id) {
    uint64_t argument = id;
    return request(number, &argument);
}

static uint32_t wait_for(kfd_event_data* data, uint32_t count, bool all, uint32_t timeout_ms) {
    kfd_wait_events wait = {.events = HANDLE(data), .count = count, .all = all, .timeout_ms = timeout_ms};
    CHECK_EQUAL(0, request(KFD_WAIT_EVENTS, &wait));
    return wait.result;
}

static void an_event_that_resets_itself_ends_one_wait(void) {
    kfd_event_data data = {.event_id = create(KFD_EVENT_SIGNAL, true)};
    CHECK_EQUAL(0, on(KFD_SET_EVENT, data.event_id));
    CHECK_EQUAL(KFD_WAIT_COMPLETE, wait_for(&data, 1, true, 0));
    CHECK_EQUAL(KFD_WAIT_TIMEOUT, wait_for(&data, 1, true, 0));
}

static void an_event_of_the_other_kind_stays_until_it_is_reset(void) {
    kfd_event_data data = {.event_id = create(KFD_EVENT_SIGNAL, false)};
    CHECK_EQUAL(0, on(KFD_SET_EVENT, data.event_id));
    CHECK_EQUAL(KFD_WAIT_COMPLETE, wait_for(&data, 1, true, 0));
    CHECK_EQUAL(KFD_WAIT_COMPLETE, wait_for(&data, 1, true, 0));
    CHECK_EQUAL(0, on(KFD_RESET_EVENT, data.event_id));
    CHECK_EQUAL(KFD_WAIT_TIMEOUT, wait_for(&data, 1, true, 1));
}

// A signal between two waits is not lost, even if another thread has taken it.
static void an_age_that_is_not_the_present_one_ends_a_wait(void) {
    kfd_event_data data = {.event_id = create(KFD_EVENT_SIGNAL, true), .age = 1};
    CHECK_EQUAL(KFD_WAIT_TIMEOUT, wait_for(&data, 1, true, 0));
    CHECK_EQUAL(0, on(KFD_SET_EVENT, data.event_id));
    kfd_event_data other = {.event_id = data.event_id};
    CHECK_EQUAL(KFD_WAIT_COMPLETE, wait_for(&other, 1, true, 0));
    CHECK_EQUAL(0, other.age);
    CHECK_EQUAL(KFD_WAIT_COMPLETE, wait_for(&data, 1, true, 0));
    CHECK_EQUAL(2, data.age);
    CHECK_EQUAL(KFD_WAIT_TIMEOUT, wait_for(&data, 1, true, 0));
}

static void a_wait_for_all_needs_all_and_one_for_any_needs_one(void) {
    kfd_event_data data[12];
    for (int i = 0; i < 12; i++) data[i] = (kfd_event_data){.event_id = create(KFD_EVENT_SIGNAL, false)};
    CHECK_EQUAL(0, on(KFD_SET_EVENT, data[11].event_id));
    CHECK_EQUAL(KFD_WAIT_TIMEOUT, wait_for(data, 12, true, 1));
    CHECK_EQUAL(KFD_WAIT_COMPLETE, wait_for(data, 12, false, 1));
    for (int i = 0; i < 11; i++) CHECK_EQUAL(0, on(KFD_SET_EVENT, data[i].event_id));
    CHECK_EQUAL(KFD_WAIT_COMPLETE, wait_for(data, 12, true, 1));
}

// The runtime would take a GPU's id in an entry for a fault.
static void an_entry_of_an_exception_that_did_not_happen_is_cleared(void) {
    kfd_event_data data[2] = {{.event_id = create(KFD_EVENT_MEMORY, false)},
                              {.event_id = create(KFD_EVENT_SIGNAL, false)}};
    data[0].memory.gpu_id = 7;
    CHECK_EQUAL(0, on(KFD_SET_EVENT, data[1].event_id));
    CHECK_EQUAL(KFD_WAIT_COMPLETE, wait_for(data, 2, false, 0));
    CHECK_EQUAL(0, data[0].memory.gpu_id);
}

static _Atomic(int) woken;

static void* waiter(void* id) {
    kfd_event_data data = {.event_id = (uint32_t)(uintptr_t)id};
    uint32_t result = wait_for(&data, 1, true, 10000);
    atomic_fetch_add(&woken, 1);
    return (void*)(uintptr_t)result;
}

static void wake_all(bool by_destruction) {
    uint32_t id = create(KFD_EVENT_SIGNAL, false);
    pthread_t threads[8];
    atomic_store(&woken, 0);
    for (int i = 0; i < 8; i++) CHECK_EQUAL(0, pthread_create(&threads[i], NULL, waiter, (void*)(uintptr_t)id));
    for (int i = 0; i < 20; i++) nap();
    CHECK_EQUAL(0, atomic_load(&woken));
    CHECK_EQUAL(0, on(by_destruction ? KFD_DESTROY_EVENT : KFD_SET_EVENT, id));
    for (int i = 0; i < 8; i++) {
        void* result;
        CHECK_EQUAL(0, pthread_join(threads[i], &result));
        CHECK_EQUAL(by_destruction ? KFD_WAIT_FAIL : KFD_WAIT_COMPLETE, (uintptr_t)result);
    }
}

static void all_threads_that_wait_are_woken(void) {
    wake_all(false);
    wake_all(true);
}

static void an_event_that_is_not_there_is_refused(void) {
    uint32_t id = create(KFD_EVENT_SIGNAL, false);
    CHECK_EQUAL(0, on(KFD_DESTROY_EVENT, id));
    CHECK_EQUAL(-1, on(KFD_SET_EVENT, id));
    CHECK_EQUAL(-1, on(KFD_RESET_EVENT, id));
    CHECK_EQUAL(-1, on(KFD_DESTROY_EVENT, id));
    CHECK_EQUAL(-1, on(KFD_SET_EVENT, 1000000));
    kfd_event_data data = {.event_id = id};
    CHECK_EQUAL(KFD_WAIT_FAIL, wait_for(&data, 1, true, 1000));
}

static void there_are_as_many_as_the_event_page_has_slots(void) {
    int made = 0;
    kfd_create_event event = {.type = KFD_EVENT_SIGNAL};
    while (request(KFD_CREATE_EVENT, &event) == 0) {
        CHECK(event.event_id > 0 && event.event_id < 4096);
        made++;
    }
    CHECK_EQUAL(ENOSPC, errno);
    CHECK(made > 4000);
    CHECK_EQUAL(0, on(KFD_DESTROY_EVENT, 17));
    CHECK_EQUAL(17, create(KFD_EVENT_SIGNAL, false));
}

int main(void) {
    open_driver();
    an_event_that_resets_itself_ends_one_wait();
    an_event_of_the_other_kind_stays_until_it_is_reset();
    an_age_that_is_not_the_present_one_ends_a_wait();
    a_wait_for_all_needs_all_and_one_for_any_needs_one();
    an_entry_of_an_exception_that_did_not_happen_is_cleared();
    all_threads_that_wait_are_woken();
    an_event_that_is_not_there_is_refused();
    there_are_as_many_as_the_event_page_has_slots();
    return 0;
}
