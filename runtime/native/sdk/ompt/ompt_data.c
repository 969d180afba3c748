// The blocks behind OMPT's data words: see ompt_data.h. Lock-free; memory is reserved once and never released.
#include "ompt/ompt_data.h"

#include <string.h>
#include <sys/mman.h>

// Address space only; a page uses memory from its first block on. In programs with more simultaneous tasks than
// this holds, the rest share one block.
#define ARENA_BYTES (256ull << 20)

#define IN_USE UINT64_MAX // native_ompt_data_t.next of a block that is not free

enum { HEADER = sizeof(native_ompt_data_t) };

static char* arena;
static uint64_t block_bytes = 64; // a power of two
static uint64_t blocks_used;

// The free blocks: number of the first one (from 1, 0 for none) in the low half, a change counter in the high half.
static uint64_t free_blocks;

static uint64_t shared_block[HEADER / 8 + RPJ_OMPT_CLIENTS];

uint64_t rpj_ompt_data_prepare(uint64_t clients) {
    if (clients > RPJ_OMPT_CLIENTS) clients = RPJ_OMPT_CLIENTS;
    for (block_bytes = 32; block_bytes < HEADER + 8 * clients; block_bytes *= 2) continue;
    void* reserved =
        mmap(NULL, ARENA_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED) return 0;
    arena = reserved;
    return 1;
}

static native_ompt_data_t* numbered(uint64_t number) {
    return (native_ompt_data_t*)(arena + (number - 1) * block_bytes);
}

// Returns the block for a word's value, NULL if it is none: a runtime may leave any value in a word.
static native_ompt_data_t* block_at(uint64_t value) {
    uint64_t offset = value - (uint64_t)arena;
    return arena != NULL && offset < ARENA_BYTES && offset % block_bytes == 0 ? (native_ompt_data_t*)value : NULL;
}

static native_ompt_data_t* take_free(void) {
    uint64_t head = __atomic_load_n(&free_blocks, __ATOMIC_ACQUIRE);
    while ((uint32_t)head) {
        native_ompt_data_t* block = numbered((uint32_t)head);
        uint64_t next = __atomic_load_n(&block->next, __ATOMIC_RELAXED);
        uint64_t changed = ((head >> 32) + 1) << 32 | (uint32_t)next;
        if (__atomic_compare_exchange_n(&free_blocks, &head, changed, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            return block;
    }
    return NULL;
}

static native_ompt_data_t* take(void) {
    if (arena == NULL) return NULL;
    native_ompt_data_t* block = take_free();
    if (block == NULL) {
        uint64_t number = __atomic_add_fetch(&blocks_used, 1, __ATOMIC_RELAXED);
        if (number > ARENA_BYTES / block_bytes) return NULL;
        block = numbered(number);
    }
    memset((char*)block + sizeof block->next, 0, block_bytes - sizeof block->next);
    __atomic_store_n(&block->next, IN_USE, __ATOMIC_RELEASE);
    return block;
}

// Called once for each use of the block: a second copy of its word may end, too.
static void give_back(native_ompt_data_t* block) {
    uint64_t number = ((uint64_t)block - (uint64_t)arena) / block_bytes + 1;
    uint64_t head = __atomic_load_n(&free_blocks, __ATOMIC_ACQUIRE);
    uint64_t in_use = IN_USE;
    if (!__atomic_compare_exchange_n(&block->next, &in_use, (uint32_t)head, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        return;
    uint64_t changed;
    do {
        __atomic_store_n(&block->next, (uint32_t)head, __ATOMIC_RELAXED);
        changed = ((head >> 32) + 1) << 32 | number;
    } while (!__atomic_compare_exchange_n(&free_blocks, &head, changed, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
}

static ompt_data_t* words(native_ompt_data_t* block) { return (ompt_data_t*)((char*)block + HEADER); }

ompt_data_t* rpj_ompt_data(ompt_data_t* word) {
    if (word == NULL) return NULL;
    uint64_t value = __atomic_load_n(&word->value, __ATOMIC_ACQUIRE);
    native_ompt_data_t* block = block_at(value);
    if (block != NULL) return words(block);
    block = take();
    if (block == NULL) return words((native_ompt_data_t*)shared_block);
    if (!__atomic_compare_exchange_n(&word->value, &value, (uint64_t)block, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE)) {
        give_back(block);
        block = block_at(value); // another thread was first
    }
    return words(block != NULL ? block : (native_ompt_data_t*)shared_block);
}

static unsigned index_of(unsigned client) { return client < RPJ_OMPT_CLIENTS ? client : RPJ_OMPT_CLIENTS - 1; }

ompt_data_t* rpj_ompt_client_data(ompt_data_t* word, unsigned client) {
    ompt_data_t* data = rpj_ompt_data(word);
    return data != NULL ? data + index_of(client) : NULL;
}

uint64_t rpj_ompt_client_id(uint64_t id, unsigned client) {
    native_ompt_data_t* block = block_at(id);
    return block != NULL ? words(block)[index_of(client)].value : id;
}

void rpj_ompt_data_begins(ompt_data_t* word) {
    if (word != NULL) __atomic_store_n(&word->value, 0, __ATOMIC_RELEASE);
}

void rpj_ompt_data_ends(ompt_data_t* word) {
    if (word == NULL) return;
    native_ompt_data_t* block = block_at(__atomic_exchange_n(&word->value, 0, __ATOMIC_ACQ_REL));
    if (block != NULL) give_back(block);
}

bool rpj_ompt_is_traced(const ompt_data_t* task) {
    const native_ompt_data_t* block = task != NULL ? block_at(__atomic_load_n(&task->value, __ATOMIC_ACQUIRE)) : NULL;
    return block != NULL && __atomic_load_n(&block->id, __ATOMIC_RELAXED);
}
