// Whether a call comes from a signal handler of the program.
//
// A handler may have interrupted its thread in the C library's allocator, which a JVM, and most tools, call as well:
// with its locks held there is no way in for that thread, and whoever waits for another thread may wait for ever.
//
// Nothing says that a thread is in a handler but its stack: the handler returns to the C library's sigreturn, whose
// address lies right above the handler's own part of the stack. It is looked for there, and what is found is checked.
#ifndef RPJ_SIGNAL_HANDLERS_H
#define RPJ_SIGNAL_HANDLERS_H

#include <emmintrin.h>
#include <signal.h>

#include "thread_blocks.h"

enum { RPJ_HANDLER_BYTES = 512, RPJ_SCAN_BYTES = 64, RPJ_PAGE_BYTES = 4096 };

// Where handlers return to; until rpj_handlers_learn, an address that is on no stack.
extern uint64_t rpj_handlers_return __attribute__((visibility("hidden")));

// Learns that. Once, when there is a JVM.
void rpj_handlers_learn(void);

// Whether the calling thread is in a handler; the second: whether one of its handlers has interrupted the allocator.
// They unwind the stack, which takes microseconds.
bool rpj_in_signal_handler(void);
bool rpj_in_allocators_handler(void);

// Whether the calling thread is on its alternate signal stack, and which that is.
bool rpj_on_alternate_stack(stack_t* stack);

// Whether this address, above the calling thread's stack pointer, holds what a handler returns to.
bool rpj_is_handlers_end(const native_thread_t* thread, const uint64_t* address);

// What handler it is, if it still is one. Closed are handlers that interrupted the allocator, and those with little
// left of an alternate stack, onto which the next one comes if they take long.
typedef enum { RPJ_NO_HANDLER, RPJ_HANDLER, RPJ_CLOSED_HANDLER } rpj_handler;
rpj_handler rpj_handler_at(const native_thread_t* thread, const uint64_t* end);

// Other functions' variables are read there.
#define RPJ_READS_STACK __attribute__((no_sanitize("address", "thread")))

// To where the stack that the address is on can be read from there: what follows on a coroutine's stack, or a handler's
// own, is another's, who may take it away at any time.
static inline uint64_t rpj_readable_to(const native_thread_t* thread, uint64_t from) {
    return rpj_on_own_stack(thread, from) ? thread->stack_high : (from | (RPJ_PAGE_BYTES - 1)) + 1;
}

RPJ_READS_STACK static inline bool rpj_may_be_handlers(__m128i word, const char* at) {
    __m128i a = _mm_cmpeq_epi32(_mm_load_si128((const __m128i*)at), word);
    __m128i b = _mm_cmpeq_epi32(_mm_load_si128((const __m128i*)(at + 16)), word);
    __m128i c = _mm_cmpeq_epi32(_mm_load_si128((const __m128i*)(at + 32)), word);
    __m128i d = _mm_cmpeq_epi32(_mm_load_si128((const __m128i*)(at + 48)), word);
    __m128i any = _mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d));
    return _mm_movemask_epi8(any) & 0x0f0f; // the lower halves of words
}

// Where the handler ends that the call which has its frame right below `from` seems to come from, if that has little on
// its stack. NULL if none is seen.
RPJ_READS_STACK static inline const uint64_t* rpj_handlers_end(const native_thread_t* thread, uint64_t from) {
    __m128i word = _mm_set1_epi32((int)rpj_handlers_return);
    const char* at = (const char*)((from + 15) & ~15ull);
    const char* end = at + RPJ_HANDLER_BYTES;
    if (RPJ_UNLIKELY(!rpj_on_own_stack(thread, (uint64_t)end))) {
        const char* last = (const char*)rpj_readable_to(thread, from);
        if (last < end) end = last;
    }
    for (; end - at >= RPJ_SCAN_BYTES; at += RPJ_SCAN_BYTES) {
        if (RPJ_LIKELY(!rpj_may_be_handlers(word, at))) continue;
        for (const uint64_t* found = (const uint64_t*)at; found < (const uint64_t*)(at + RPJ_SCAN_BYTES); found++)
            if (*found == rpj_handlers_return && rpj_is_handlers_end(thread, found)) return found;
    }
    return NULL;
}

// The same of calls that enclose it: of a call inside of one that the handler makes.
const uint64_t* rpj_outer_handlers_end(const native_thread_t* thread, uint64_t from);

// What handler that call seems to come from.
static inline rpj_handler rpj_handler_of(const native_thread_t* thread, uint64_t from) {
    const uint64_t* end = rpj_handlers_end(thread, from);
    if (RPJ_UNLIKELY(thread->depth) && end == NULL) end = rpj_outer_handlers_end(thread, from);
    return RPJ_UNLIKELY(end != NULL) ? rpj_handler_at(thread, end) : RPJ_NO_HANDLER;
}

// The same of the calling function's caller.
#define rpj_handler_here(thread) rpj_handler_of(thread, (uint64_t)__builtin_frame_address(0))

#endif
