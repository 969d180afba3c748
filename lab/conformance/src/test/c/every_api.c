// every_api [MORE]: registers a table of every API, as its runtime would, and calls each slot of each once, with zeros
// and halves; then the first slots of each in two threads at once. The function in all slots calls another API's when
// it was not itself called by one, so that calls of different APIs lie within each other; not those that give names,
// which the engine traces, and numbers, also where nobody asks. Not a tool itself. MORE: how
// many slots each table has beyond those of today's release, or fewer.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "api_tables.h"

enum { FEW_SLOTS = 5, THREADS = 2, ADDRESS = 0x20000000, BYTES = 1 << 16 };

enum { HIP, COMPILER, HSA, AMD, FINALIZER, IMAGE, CORE, CONTROL, NAME, RCCL, DECODE, JPEG, SHMEM, STORAGE, TABLES };

static api_table tables[TABLES] = {
    [HIP] = {1, 545, {0}},     [COMPILER] = {1, 9, {0}}, [HSA] = {2, 125, {0}},   [AMD] = {2, 91, {0}},
    [FINALIZER] = {2, 6, {0}}, [IMAGE] = {2, 14, {0}},   [CORE] = {1, 6, {0}},    [CONTROL] = {1, 2, {0}},
    [NAME] = {1, 4, {0}},      [RCCL] = {1, 52, {0}},    [DECODE] = {1, 16, {0}}, [JPEG] = {1, 9, {0}},
    [SHMEM] = {1, 9, {0}},     [STORAGE] = {1, 31, {0}},
};

// As many words as any function takes, structs by value among them, and floats in registers of their own.
#define FOUR(word) word, word, word, word
#define EIGHT(word) FOUR(word), FOUR(word)
#define MANY(word) EIGHT(word), EIGHT(word), EIGHT(word), EIGHT(word)
typedef void* any_function(EIGHT(float), MANY(uint64_t));

static void call(int table, int slot) {
    const uint64_t function = tables[table].words[tables[table].header_words + slot];
    ((any_function*)(uintptr_t)function)(EIGHT(0.5f), MANY(0));
}

static _Thread_local int depth, current;

// The function in every slot of every table. A function that returns a struct in memory returns its address: one that
// is the same in each run serves here, and in 32 bits, which is all that many functions return.
static void* function_of_all(void) {
    if (depth++ == 0 && current != NAME) call(current == HIP ? HSA : HIP, 0);
    depth--;
    return (void*)(ADDRESS + (uintptr_t)(32 * (current + 1)));
}

static void call_first(int table, int slots) {
    current = table;
    // The engine looks up what a name is given to, by calls of its own.
    if (table == NAME) slots = 1;
    for (int slot = 0; slot < slots && slot < tables[table].slots; slot++) call(table, slot);
}

// All but those that pause what is recorded of the other threads, too.
static void* call_some(void* unused) {
    for (int i = 0; i < TABLES; i++)
        if (i != CONTROL) call_first(i, FEW_SLOTS);
    return unused;
}

static void announce_all(void) {
    // HsaApiTable: its version, then core, amd, finalizer, image, tools, pc sampling
    void* hsa[8] = {(void*)((uint64_t)64 << 32), NULL, tables[HSA].words, tables[AMD].words, tables[FINALIZER].words,
                    tables[IMAGE].words};
    void* roctx[3] = {tables[CORE].words, tables[CONTROL].words, tables[NAME].words};
    const struct {
        const char* library;
        void* table;
    } others[] = {
        {"hip", tables[HIP].words},        {"hip_compiler", tables[COMPILER].words}, {"hsa", hsa},
        {"rccl", tables[RCCL].words},      {"rocdecode", tables[DECODE].words},      {"rocjpeg", tables[JPEG].words},
        {"rocshmem", tables[SHMEM].words}, {"hipFile", tables[STORAGE].words}};
    announce("roctx", roctx, 3);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        void* one[1] = {others[i].table};
        announce(others[i].library, one, 1);
    }
}

int main(int argc, char** argv) {
    pthread_t threads[THREADS];
    for (int i = 0; argc > 1 && i < TABLES; i++) {
        tables[i].slots += atoi(argv[1]);
        if (tables[i].slots < 1) tables[i].slots = 1;
    }
    if (mmap((void*)ADDRESS, BYTES, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) return 1;
    for (int i = 0; i < TABLES; i++) fill(&tables[i], function_of_all);
    announce_all();
    for (int i = 0; i < TABLES; i++) call_first(i, MOST_SLOTS);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, call_some, NULL) != 0) return 1;
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    puts("every slot called");
    return 0;
}
