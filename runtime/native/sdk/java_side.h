// The way of a thread into Java and back.
//
// A thread may go in if it is outside: not in the engine (native_thread_t.inside, which its signal handlers read),
// and not in the JVM by any other way, which the JVM itself says with a word for each thread. In there it cannot
// be cancelled, and the faults that a JVM raises on purpose are not blocked; outside, both are as the program has
// set them.
#ifndef RPJ_JAVA_SIDE_H
#define RPJ_JAVA_SIDE_H

#include <pthread.h>

#include "cancel_word.h"
#include "signal_handlers.h"
#include "thread_blocks.h"

typedef struct {
    const int32_t* state; // the JVM's word for where the thread is; NULL before anybody has asked
    bool attached;        // by us: the JVM forgets the thread when it ends
    bool refused;         // a thread of the JVM that runs no Java
    bool cancellable;     // the program's wish, while the thread is in Java
    bool faults_blocked;  // by the program
    bool ending;          // it was stopped above Java frames on its way to its end
    bool stopped;         // so was what it just did there
    uint8_t visits;       // since the thread last asked
    uint8_t asked;        // times, up to a few
    uint32_t java_below;  // how many calls out of Java the thread is in
    void* claimed;        // the last room for a record that it took in a kept buffer
} rpj_side_t;

extern __thread rpj_side_t rpj_side __attribute__((tls_model("initial-exec"), visibility("hidden")));

// What the word says of a thread outside.
extern int32_t rpj_in_native __attribute__((visibility("hidden")));

// One stay in Java: what was before it.
typedef struct {
    uint64_t mask;
    rpj_cancellation cancel;
    uint32_t inside;
    bool cancellable, masked;
} rpj_visit;

// Whether the calling thread may enter Java, where that is not plain; makes it known to the JVM. Its own block.
bool rpj_side_ask(native_thread_t* thread);

// Unblocks the faults and keeps the mask that was; and the other way round. The calling thread.
void rpj_unblock_faults(rpj_visit* visit);
void rpj_block_again(const rpj_visit* visit);

// Ends the thread, which its end could not while Java frames lay below. Does not return.
void rpj_end_thread(void) __attribute__((noreturn));

// The JVM (a JavaVM*) forgets the calling thread; false if it cannot. The second is for one that ends, on whose stack
// Java has run, and only if the JVM knows it from us: its own block.
bool rpj_side_detach(void* vm);
void rpj_side_forget(native_thread_t* thread);

// Whether there is memory for the calling thread's first contact with a JVM. The first time that there is none, a line
// says so. Not in a signal handler: it allocates.
bool rpj_has_room_for_contact(void);

// Learns from a JVM (a JavaVM*, the calling thread's JNIEnv*, a handle of its library or NULL) where its threads say
// what they do. Once, before the engine is entered. Where it does not say, a thread's own word is all there is.
void rpj_side_learn(void* vm, void* env, void* libjvm);

// Makes the calling thread known to the JVM, or finds that it is: its JNIEnv*, or NULL. `vm`: a JavaVM*.
void* rpj_side_attach(void* vm);

// A JVM has been made, or could not be, on the calling thread, whose mask was `before` (rpj_hold_mask): that is
// so again.
void rpj_side_made(uint64_t before);

// The mask of the calling thread. Faults in it that are sent from now on wait until it is set again (stray_signals.c).
uint64_t rpj_hold_mask(void);

// Whether the calling thread is in the JVM, by any way.
static inline bool rpj_side_is_in_jvm(void) {
    const int32_t* state = rpj_side.state;
    return state != NULL && __atomic_load_n(state, __ATOMIC_RELAXED) != rpj_in_native;
}

// Begins a stay in Java. False, and nothing is changed, where the thread may not enter. Its own block. `handler`: what
// signal handler it is in.
static inline bool rpj_visit_begin(native_thread_t* thread, rpj_visit* visit, rpj_handler handler) {
    rpj_side_t* side = &rpj_side;
    if (RPJ_UNLIKELY(handler == RPJ_CLOSED_HANDLER)) return false;
    if (RPJ_UNLIKELY(rpj_cancel_is_coming()) && rpj_cancel_handler_runs()) return false;
    bool known = side->state != NULL && !rpj_side_is_in_jvm() && ++side->visits;
    if (RPJ_UNLIKELY(!known) && !rpj_side_ask(thread)) return false;
    visit->cancel = rpj_cancel_off_quickly();
    visit->inside = thread->inside;
    visit->cancellable = side->cancellable;
    visit->masked = side->faults_blocked;
    side->cancellable = visit->cancel.state == PTHREAD_CANCEL_ENABLE;
    rpj_set_inside(thread, RPJ_UNLIKELY(handler == RPJ_HANDLER) ? RPJ_IN_HANDLER : 1);
    if (RPJ_UNLIKELY(visit->masked)) rpj_unblock_faults(visit);
    return true;
}

// Ends it; a thread that was cancelled meanwhile may end right here.
static inline void rpj_visit_end(native_thread_t* thread, const rpj_visit* visit) {
    if (RPJ_UNLIKELY(visit->masked)) rpj_block_again(visit);
    rpj_set_inside(thread, visit->inside);
    rpj_side.cancellable = visit->cancellable;
    rpj_cancel_again_quickly(visit->cancel);
    if (RPJ_UNLIKELY(rpj_side.ending && !rpj_side.java_below && !visit->inside)) rpj_end_thread();
}

// A call out of Java. The thread can be cancelled there as the program has it, but at cancellation points only, where
// the call's guard (guard.S) stops it: it ends when it is out of Java. Returns whether it can.
static inline bool rpj_outcall_begin(void) {
    bool cancellable = rpj_side.cancellable && !rpj_side.ending;
    rpj_side.java_below++;
    if (cancellable) pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    return cancellable;
}

static inline void rpj_outcall_end(bool cancellable) {
    if (cancellable) pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    rpj_side.java_below--;
}

// Whether the call that just came back was the end of the thread instead.
static inline bool rpj_was_stopped(void) {
    bool stopped = rpj_side.stopped;
    rpj_side.stopped = false;
    return stopped;
}

#endif
