// The data words of OMPT: one word of the runtime's, one word for each tool behind it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "ompt/ompt_data.h"

enum { TOOLS = 3, THREADS = 4, ROUNDS = 20000, SHARED = 64 };

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

static void each_tool_has_a_word_of_its_own(void) {
    ompt_data_t word = {0};
    for (unsigned i = 0; i < TOOLS; i++) rpj_ompt_client_data(&word, i)->value = 100 + i;
    for (unsigned i = 0; i < TOOLS; i++) CHECK(rpj_ompt_client_data(&word, i)->value == 100 + i);
    CHECK(rpj_ompt_client_data(&word, 1) == rpj_ompt_data(&word) + 1);
    CHECK(rpj_ompt_client_id(word.value, 2) == 102);
    CHECK(rpj_ompt_client_id(4711, 2) == 4711);
    rpj_ompt_data_ends(&word);
    CHECK(word.value == 0);
}

static void a_copy_of_the_runtimes_word_is_the_same_words(void) {
    ompt_data_t word = {0};
    rpj_ompt_data(&word)->value = 7;
    ompt_data_t copy = word;
    CHECK(rpj_ompt_data(&copy) == rpj_ompt_data(&word));
    rpj_ompt_data_ends(&copy);
    rpj_ompt_data_ends(&word); // once only: the block is not handed out twice
    ompt_data_t first = {0}, second = {0};
    CHECK(rpj_ompt_data(&first) != rpj_ompt_data(&second));
    CHECK(rpj_ompt_data(&first)->value == 0 && rpj_ompt_data(&second)->value == 0);
    rpj_ompt_data_ends(&first);
    rpj_ompt_data_ends(&second);
}

static void whatever_a_word_held_before_is_not_ours(void) {
    ompt_data_t word = {0xdeadbeef};
    rpj_ompt_data(&word)->value = 1;
    CHECK(word.value != 0xdeadbeef);
    ompt_data_t stale = word;
    rpj_ompt_data_begins(&stale);
    CHECK(stale.value == 0 && rpj_ompt_data(&stale) != rpj_ompt_data(&word));
    ompt_data_t misaligned = {word.value + 8};
    CHECK(!rpj_ompt_is_traced(&misaligned));
    rpj_ompt_data_ends(&misaligned);
    CHECK(rpj_ompt_data(&word)->value == 1);
    rpj_ompt_data_ends(&word);
    rpj_ompt_data_ends(&stale);
}

static void null_is_nothing(void) {
    rpj_ompt_data_begins(NULL);
    rpj_ompt_data_ends(NULL);
    CHECK(rpj_ompt_data(NULL) == NULL && rpj_ompt_client_data(NULL, 0) == NULL && !rpj_ompt_is_traced(NULL));
}

static void a_tool_beyond_the_last_has_the_last_ones_word(void) {
    ompt_data_t word = {0};
    CHECK(rpj_ompt_client_data(&word, 99) == rpj_ompt_client_data(&word, RPJ_OMPT_CLIENTS - 1));
    rpj_ompt_data_ends(&word);
}

static ompt_data_t shared[SHARED];

static void* work(void* number) {
    uint64_t own = (uint64_t)number;
    ompt_data_t words[8] = {{0}};
    for (int round = 0; round < ROUNDS; round++) {
        ompt_data_t* word = &words[round % 8];
        rpj_ompt_data_ends(word);
        CHECK(rpj_ompt_data(word)->value == 0);
        rpj_ompt_data(word)->value = own;
        for (int i = 0; i < 8; i++) CHECK(!words[i].value || rpj_ompt_data(&words[i])->value == own);
        __atomic_add_fetch(&rpj_ompt_client_data(&shared[round % SHARED], own % TOOLS)->value, 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

static void threads_never_share_what_they_do_not_share(void) {
    pthread_t threads[THREADS];
    for (uint64_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void*)(i + 1));
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    uint64_t sum = 0;
    for (int i = 0; i < SHARED; i++)
        for (unsigned tool = 0; tool < TOOLS; tool++) sum += rpj_ompt_client_data(&shared[i], tool)->value;
    CHECK(sum == (uint64_t)THREADS * ROUNDS);
}

int main(void) {
    ompt_data_t early = {0};
    CHECK(rpj_ompt_data(&early)); // without reserved memory: one block for all
    CHECK(rpj_ompt_data_prepare(RPJ_OMPT_CLIENTS + 1));
    a_tool_beyond_the_last_has_the_last_ones_word();
    each_tool_has_a_word_of_its_own();
    a_copy_of_the_runtimes_word_is_the_same_words();
    whatever_a_word_held_before_is_not_ours();
    null_is_nothing();
    threads_never_share_what_they_do_not_share();
    return 0;
}
