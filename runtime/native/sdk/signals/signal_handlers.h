// Whether a call comes from a signal handler of the program.
//
// A handler may have interrupted its thread in the C library's allocator, which a JVM, and most tools, call as
// well: while it holds the locks that thread cannot enter, and a wait for another thread may never end.
//
// Only its stack shows that a thread is in a handler: the handler returns to the C library's sigreturn,
// whose address lies right above the handler's own part of the stack. That part is searched for it, and a
// match is verified.
#ifndef RPJ_SIGNAL_HANDLERS_H
#define RPJ_SIGNAL_HANDLERS_H

#include <emmintrin.h>
#include <signal.h>

#include "base/thread_blocks.h"

enum { RPJ_HANDLER_BYTES = 512, RPJ_SCAN_BYTES = 64, RPJ_PAGE_BYTES = 4096 };

// The return address of handlers; before rpj_handlers_learn, an address that is on no stack.
extern uint64_t rpj_handlers_return __attribute__((visibility("hidden")));

// Learns that address from a signal for which the C library has installed a handler. Once.
void rpj_handlers_learn(int signo);

// Whether the calling thread is in a handler; the second: whether one of its handlers has interrupted the
// allocator. They unwind the stack, which takes microseconds.
bool rpj_in_signal_handler(void);
bool rpj_in_allocators_handler(void);

// Whether the calling thread is on its alternate signal stack, and which one that is.
bool rpj_on_alternate_stack(stack_t* stack);

// Whether this address, above the calling thread's stack pointer, holds a handler's return address.
bool rpj_is_handlers_end(const native_thread_t* thread, const uint64_t* address);

// The state of the handler, if it is still running. Closed are handlers that interrupted the allocator, and those
// with little alternate stack left, on which another handler may be started if they take long.
typedef enum { RPJ_NO_HANDLER, RPJ_HANDLER, RPJ_CLOSED_HANDLER } rpj_handler;
rpj_handler rpj_handler_at(const native_thread_t* thread, const uint64_t* end);

// Such functions read other functions' variables.
#define RPJ_READS_STACK __attribute__((no_sanitize("address", "thread")))

// Returns the end of the readable stack from this address: memory beyond a coroutine's stack, or a handler's own,
// belongs to other code, which may unmap it at any time.
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

// Returns the end of the handler that a call with its frame right below `from` seems to come from, if the handler's
// stack is small. NULL if none is found.
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

// The same for enclosing calls: for a call inside one that the handler makes.
const uint64_t* rpj_outer_handlers_end(const native_thread_t* thread, uint64_t from);

// Returns the state of the handler that the call seems to come from.
static inline rpj_handler rpj_handler_of(const native_thread_t* thread, uint64_t from) {
    const uint64_t* end = rpj_handlers_end(thread, from);
    if (RPJ_UNLIKELY(thread->depth) && end == NULL) end = rpj_outer_handlers_end(thread, from);
    return RPJ_UNLIKELY(end != NULL) ? rpj_handler_at(thread, end) : RPJ_NO_HANDLER;
}

// The same for the calling function's caller.
#define rpj_handler_here(thread) rpj_handler_of(thread, (uint64_t)__builtin_frame_address(0))

#endif
