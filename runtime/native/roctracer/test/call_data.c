// The trace data of open calls: one address from begin to end, no growth where calls never end, no mix-up.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../trace/call_data.h"
#include "../trace/trace.h"

static const void* popped[8];
static int pops;

// The functions of the core that call_data.c uses.
void rt_pop(const void* where) { popped[pops++ % 8] = where; }

#define CHECK(condition) \
    do { \
        if (condition) break; \
        printf("call_data.c:%d: %s\n", __LINE__, #condition); \
        exit(1); \
    } while (0)

// Addresses of a stack, from the outermost frame inwards.
static char stack[1 << 16];
#define FRAME(depth) (&stack[sizeof stack - 16 * (size_t)(depth)])

static void* begins(int depth) {
    void* td = rt_call_begins(RT_HSA_CALL, FRAME(depth));
    CHECK(td != NULL);
    memset(td, depth, RT_HSA_TD_BYTES);
    return td;
}

static void ends(void* td, int depth) {
    CHECK(rt_call_ends(td, FRAME(depth)) == td);
    for (int i = 0; i < RT_HSA_TD_BYTES; i++) CHECK(((char*)td)[i] == (char)depth);
    rt_call_is_over(td);
}

static void nested_calls_have_data_of_their_own(void) {
    void* outer = begins(1);
    void* inner = begins(2);
    CHECK(outer != inner);
    ends(inner, 2);
    void* another = begins(2);
    CHECK(another == inner);
    ends(another, 2);
    ends(outer, 1);
    CHECK(pops == 0);
}

static void hip_and_hsa_do_not_share(void) {
    void* hsa = begins(1);
    void* hip = rt_call_begins(RT_HIP_CALL, FRAME(2));
    memset(hip, 9, RT_HIP_TD_BYTES);
    CHECK(rt_call_ends(hip, FRAME(2)) == hip);
    rt_call_is_over(hip);
    ends(hsa, 1);
}

static void calls_that_never_end_use_no_more_memory(void) {
    void* seen[128];
    int count = 0;
    pops = 0;
    for (int i = 0; i < 10000; i++) {
        void* td = begins(3);
        int known = 0;
        while (known < count && seen[known] != td) known++;
        CHECK(known < 128);
        if (known == count) seen[count++] = td;
    }
    CHECK(count <= 66); // those set aside, the open one, and the next
    CHECK(pops == 9999);
    void* outer = begins(1);
    CHECK(pops == 10000);
    ends(outer, 1);
}

static void a_call_on_another_stack_still_ends(void) {
    pops = 0;
    void* deep = begins(100); // on a coroutine's stack, at lower addresses
    void* shallow = begins(1);
    CHECK(pops == 1 && popped[0] == deep);
    ends(shallow, 1);
    ends(deep, 100);
}

static void a_call_that_was_given_up_does_not_end_as_another(void) {
    void* left = begins(100);
    for (int i = 0; i < 200; i++) begins(50 - i % 2); // all of them are left, more than are set aside
    CHECK(rt_call_ends(left, FRAME(100)) == NULL);
    ends(begins(1), 1);
}

static void* begin_elsewhere(void* unused) {
    (void)unused;
    return begins(7);
}

static void* end_there(void* td) {
    ends(td, 7);
    return NULL;
}

static void* run(void* (*function)(void*), void* argument) {
    pthread_t thread;
    void* result;
    CHECK(pthread_create(&thread, NULL, function, argument) == 0);
    CHECK(pthread_join(thread, &result) == 0);
    return result;
}

static void a_call_may_end_on_another_thread(void) {
    void* td = begins(7);
    run(end_there, td);
    ends(begins(1), 1);
}

static void what_ended_threads_leave_is_used_again(void) {
    void* first = run(begin_elsewhere, NULL);
    void* mine[256];
    int found = 0;
    for (int i = 0; i < 256; i++) found |= (mine[i] = begins(1 + i)) == first;
    CHECK(found);
    for (int i = 256; i-- > 0;) ends(mine[i], 1 + i);
}

static pthread_key_t after_ours;

static void call_at_the_end(void* data) {
    (void)data;
    void* td = begins(5);
    ends(td, 5);
}

static void* thread_with_destructor(void* unused) {
    ends(begins(5), 5);
    pthread_setspecific(after_ours, &after_ours);
    return unused;
}

static void destructors_that_run_after_ours_are_served(void) {
    CHECK(pthread_key_create(&after_ours, call_at_the_end) == 0); // made after ours: runs after it
    run(thread_with_destructor, NULL);
}

static void there_is_an_end_to_nesting(void) {
    static void* open[5000];
    int depth = 0;
    while (depth < 5000 && (open[depth] = rt_call_begins(RT_HSA_CALL, stack - 16 * depth)) != NULL) depth++;
    CHECK(depth == 4096);
    while (depth-- > 0) rt_call_is_over(open[depth]);
}

int main(void) {
    nested_calls_have_data_of_their_own();
    hip_and_hsa_do_not_share();
    calls_that_never_end_use_no_more_memory();
    a_call_on_another_stack_still_ends();
    a_call_that_was_given_up_does_not_end_as_another();
    a_call_may_end_on_another_thread();
    what_ended_threads_leave_is_used_again();
    destructors_that_run_after_ours_are_served();
    there_is_an_end_to_nesting();
    return 0;
}
