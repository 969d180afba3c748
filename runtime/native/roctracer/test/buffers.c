// The buffers of a pool and the pieces that threads have of them, without a pool: who gets which, and what is in them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../pool/buffers.h"

#define CHECK(condition) \
    do { \
        if (condition) break; \
        printf("buffers.c:%d: %s\n", __LINE__, #condition); \
        exit(1); \
    } while (0)

enum { BYTES = RT_LEAST_PIECED };

static struct rt_buffers* buffers;
static roctracer_properties_t properties;
static uint64_t number;

// The same buffers each time: a pool's are never freed.
static void open_sized(size_t bytes) {
    if (buffers == NULL) buffers = aligned_alloc(_Alignof(struct rt_buffers), sizeof *buffers);
    if (number == 0) memset(buffers, 0, sizeof *buffers);
    buffers->common.pool = buffers;
    properties.buffer_size = bytes;
    CHECK(rt_buffers_open(buffers, &properties, ++number));
}

static void contend(void) {
    for (int i = 0; i < RT_OFTEN_CONTENDED; i++) rt_buffers_contended(buffers);
}

static bool write_named(uint64_t id, const char* name) {
    const activity_record_t record = {.domain = ACTIVITY_DOMAIN_HIP_OPS, .correlation_id = id};
    const size_t bytes = name != NULL ? strlen(name) + 1 : 0;
    return rt_buffers_write(buffers, &(struct rt_entry){.record = &record, .name = name, .name_bytes = bytes});
}

static bool write_id(uint64_t id) { return write_named(id, NULL); }

// As a thread that has a part does, without the pool's lock.
static bool write_without_lock(uint64_t id, uint64_t for_number) {
    const activity_record_t record = {.correlation_id = id};
    return rt_write_piece(rt_own_part(buffers), &buffers->current, for_number, &(struct rt_entry){.record = &record});
}

static void fill(void) {
    while (write_id(0)) {
    }
}

static void finish(void) {
    for (struct batch* batch; (batch = rt_buffers_take(buffers)) != NULL;) rt_buffers_give_back(buffers, batch, false);
    if (rt_current(buffers) != NULL) rt_buffers_hand_over(buffers, false);
    rt_buffers_close(buffers);
}

static const activity_record_t* records_of(struct batch* batch, size_t count) {
    CHECK(batch != NULL);
    rt_close_gaps(batch);
    CHECK((size_t)(batch->end - batch->begin) == count * RT_RECORD);
    return (const activity_record_t*)batch->begin;
}

// Another thread, which writes so many records with this id.
struct writer {
    uint64_t id;
    int count;
};

static void* write_some(void* data) {
    const struct writer* of = data;
    for (int i = 0; i < of->count; i++) CHECK(write_named(of->id, i % 2 ? "odd" : "even"));
    return NULL;
}

static void in_thread(struct writer writer) {
    pthread_t thread;
    pthread_create(&thread, NULL, write_some, &writer);
    pthread_join(thread, NULL);
}

// --- cases ---------------------------------------------------------------------------------------------------------

static void the_next_buffer_is_a_free_one_or_the_next_delivered(void) {
    open_sized(1024);
    struct batch* first = rt_current(buffers);
    CHECK(write_id(1));
    rt_buffers_hand_over(buffers, true);
    struct batch* second = rt_current(buffers);
    CHECK(second != NULL && second != first && !rt_buffers_written(buffers));
    CHECK(write_id(2) && write_id(3));
    rt_buffers_hand_over(buffers, true);
    CHECK(rt_current(buffers) == NULL && !write_id(4) && !rt_buffers_written(buffers));
    CHECK(buffers->queued == 2 && rt_buffers_take(buffers) == first);
    CHECK(records_of(first, 1)->correlation_id == 1);
    CHECK(rt_buffers_give_back(buffers, first, true) && rt_current(buffers) == first && write_id(4));
    CHECK(rt_buffers_take(buffers) == second && records_of(second, 2)[1].correlation_id == 3);
    CHECK(!rt_buffers_give_back(buffers, second, true) && rt_current(buffers) == first);
    CHECK(rt_buffers_take(buffers) == NULL);
    finish();
}

static void a_buffer_without_records_is_not_queued(void) {
    open_sized(BYTES);
    contend();
    rt_buffers_hand_over(buffers, true);
    CHECK(buffers->queued == 0 && rt_current(buffers) != NULL && buffers->free_count == 1);
    finish();
}

static void separate_memory_keeps_its_place_in_the_queue(void) {
    open_sized(1024);
    CHECK(write_id(1));
    rt_buffers_hand_over(buffers, true);
    const activity_record_t record = {.correlation_id = 2};
    struct batch* extra = rt_batch_of(&(struct rt_entry){.record = &record, .name = "name", .name_bytes = 5});
    rt_buffers_queue(buffers, extra);
    CHECK(write_id(3));
    rt_buffers_hand_over(buffers, true);
    for (uint64_t id = 1; id <= 3; id++) {
        struct batch* batch = rt_buffers_take(buffers);
        CHECK(records_of(batch, 1)->correlation_id == id && (batch == extra) == (id == 2));
        if (id == 2) CHECK(strcmp(records_of(batch, 1)->kernel_name, "name") == 0);
        rt_buffers_give_back(buffers, batch, true);
    }
    finish();
}

// The pool has as many buffers in use after this as it gets.
static uint32_t most_buffers(void) {
    for (int round = 0; round < 10 * RT_OFTEN_FULL; round++) {
        while (rt_current(buffers) != NULL) {
            CHECK(write_id(0));
            in_thread((struct writer){1, 1});
            fill();
            rt_buffers_hand_over(buffers, true);
        }
        for (struct batch* batch; (batch = rt_buffers_take(buffers)) != NULL;) {
            CHECK(((const activity_record_t*)batch->begin)->domain == ACTIVITY_DOMAIN_HIP_OPS);
            rt_buffers_give_back(buffers, batch, true);
        }
    }
    return buffers->count;
}

static void allocate(char** memory, size_t bytes, void* calls) {
    ++*(int*)calls;
    if (bytes != 0) *memory = malloc(bytes);
    else free(*memory);
}

static void more_buffers_only_for_threads_that_contend_for_memory_of_our_own(void) {
    int calls = 0;
    open_sized(BYTES);
    CHECK(most_buffers() == RT_FEWEST_BUFFERS);
    finish();
    open_sized(BYTES);
    contend();
    CHECK(most_buffers() == RT_MOST_BUFFERS);
    finish();
    open_sized(BYTES - 8);
    contend();
    CHECK(!buffers->pieced && most_buffers() == RT_FEWEST_BUFFERS);
    finish();
    properties.alloc_fun = allocate;
    properties.alloc_arg = &calls;
    open_sized(BYTES);
    contend();
    CHECK(most_buffers() == RT_FEWEST_BUFFERS && calls == 1);
    finish();
    CHECK(calls == 2);
    properties.alloc_fun = NULL;
}

static void pieces_leave_no_gaps_and_end_with_the_others(void) {
    open_sized(BYTES);
    CHECK(write_id(1) && write_id(2));
    contend();
    CHECK(write_id(3));
    in_thread((struct writer){4, 5});
    in_thread((struct writer){5, 40});
    CHECK(write_id(6) && write_without_lock(7, number));
    rt_buffers_hand_over(buffers, true);
    struct batch* batch = rt_buffers_take(buffers);
    const activity_record_t* records = records_of(batch, 50);
    int seen[8] = {0};
    for (int i = 0; i < 50; i++) seen[records[i].correlation_id]++;
    const int expected[8] = {0, 1, 1, 1, 5, 40, 1, 1};
    CHECK(memcmp(seen, expected, sizeof seen) == 0);
    CHECK(records[0].correlation_id == 1 && records[1].correlation_id == 2 && buffers->pieced);
    rt_buffers_give_back(buffers, batch, true);
    for (int alone = 1; alone <= RT_OFTEN_ALONE; alone++) {
        CHECK(buffers->pieced && rt_has_pieces(rt_current(buffers)) && write_id(1));
        rt_buffers_hand_over(buffers, true);
        rt_buffers_give_back(buffers, rt_buffers_take(buffers), true);
    }
    CHECK(!buffers->pieced && !rt_has_pieces(rt_current(buffers)));
    finish();
}

static void a_piece_takes_nothing_after_its_buffer_or_for_another_pool(void) {
    open_sized(BYTES);
    contend();
    CHECK(write_id(1) && write_without_lock(2, number));
    CHECK(!write_without_lock(3, number - 1) && !write_without_lock(3, number + 1));
    rt_buffers_hand_over(buffers, false);
    CHECK(!write_without_lock(3, number));
    CHECK(records_of(rt_buffers_take(buffers), 2)[1].correlation_id == 2);
    finish();
    open_sized(BYTES);
    contend();
    CHECK(!write_without_lock(3, number - 1) && !rt_buffers_written(buffers) && write_without_lock(3, number));
    finish();
}

static void a_thread_s_name_is_copied_once_for_a_buffer(void) {
    char name[] = "one";
    open_sized(BYTES);
    contend();
    in_thread((struct writer){1, 1}); // "even"
    CHECK(write_named(2, name) && write_named(3, name));
    memcpy(name, "two", 4); // the same address
    CHECK(write_named(4, name));
    memcpy(name, "on", 3);
    CHECK(write_named(5, name) && write_named(6, ""));
    rt_buffers_hand_over(buffers, true);
    CHECK(write_named(7, name) && write_named(8, ""));
    rt_buffers_hand_over(buffers, true);
    struct batch* first = rt_buffers_take(buffers);
    const activity_record_t* records = records_of(first, 6);
    const char* const expected[] = {"even", "one", "one", "two", "on", ""};
    for (int i = 0; i < 6; i++) {
        CHECK(strcmp(records[i].kernel_name, expected[i]) == 0);
        CHECK(records[i].kernel_name >= first->end && records[i].kernel_name < first->begin + BYTES);
    }
    CHECK(records[1].kernel_name == records[2].kernel_name);
    struct batch* second = rt_buffers_take(buffers);
    records = records_of(second, 2);
    CHECK(strcmp(records[0].kernel_name, "on") == 0 && strcmp(records[1].kernel_name, "") == 0);
    for (int i = 0; i < 2; i++)
        CHECK(records[i].kernel_name >= second->end && records[i].kernel_name < second->begin + BYTES);
    finish();
}

// What the pool takes to fit in a buffer does, in one that has pieces as in one that has none.
static void a_name_that_fits_does(void) {
    for (size_t bytes = BYTES; bytes < BYTES + RT_RECORD; bytes += 8)
        for (size_t length = BYTES - 400; length < bytes; length++) {
            char* name = calloc(1, length + 1);
            memset(name, 'n', length);
            const struct rt_entry entry = {.name = name, .name_bytes = length + 1};
            open_sized(bytes);
            CHECK(!rt_buffers_can_hold(buffers, &entry) || write_named(1, name));
            finish();
            open_sized(bytes);
            contend();
            CHECK(!rt_buffers_can_hold(buffers, &entry) || write_named(1, name));
            finish();
            free(name);
        }
}

// In a child: the buffer that its thread reads is not written.
static void a_forked_child_leaves_what_it_delivers_alone(void) {
    open_sized(BYTES);
    contend();
    CHECK(write_id(1));
    rt_buffers_hand_over(buffers, true);
    CHECK(write_id(2));
    struct batch* delivered = rt_buffers_take(buffers);
    rt_parts_forked(&buffers->common);
    rt_buffers_forked(buffers, delivered);
    for (uint64_t i = 0; i < 10; i++) {
        CHECK(rt_current(buffers) != NULL && !rt_buffers_written(buffers) && write_id(3 + i));
        rt_buffers_hand_over(buffers, true);
        struct batch* batch = rt_buffers_take(buffers);
        CHECK(batch != delivered && records_of(batch, 1)->correlation_id == 3 + i);
        CHECK(rt_buffers_give_back(buffers, batch, true));
    }
    CHECK(records_of(delivered, 1)->correlation_id == 1);
    finish();
}

int main(void) {
    the_next_buffer_is_a_free_one_or_the_next_delivered();
    a_buffer_without_records_is_not_queued();
    separate_memory_keeps_its_place_in_the_queue();
    more_buffers_only_for_threads_that_contend_for_memory_of_our_own();
    pieces_leave_no_gaps_and_end_with_the_others();
    a_piece_takes_nothing_after_its_buffer_or_for_another_pool();
    a_thread_s_name_is_copied_once_for_a_buffer();
    a_name_that_fits_does();
    a_forked_child_leaves_what_it_delivers_alone();
    return 0;
}
