// Entering and leaving Java.
//
// A thread may enter if it is outside: neither in the engine (native_thread_t.inside, which its signal handlers
// read), nor in the JVM by any other way, as the JVM's own state word for each thread says. Inside, it cannot be
// cancelled, and the faults that a JVM raises on purpose are not blocked; outside, both are as the program has
// set them.
#ifndef RPJ_JAVA_SIDE_H
#define RPJ_JAVA_SIDE_H

#include <pthread.h>

#include "base/thread_blocks.h"
#include "signals/signal_handlers.h"
#include "system/cancel_word.h"
#include "system/quiet.h"

typedef struct {
    const int32_t* state; // the JVM's state word of the thread; NULL before the first query
    bool attached;        // by us, so it must be detached when it ends
    bool refused;         // a thread of the JVM that runs no Java
    bool cancellable;     // the program's setting, while the thread is in Java
    bool faults_blocked;  // by the program
    bool ending;          // its end was stopped above Java frames
    bool stopped;         // as was the call that just returned
    uint8_t visits;       // since the thread last checked
    uint8_t asked;        // times, up to a few
    uint32_t java_below;  // how many calls out of Java the thread is in
    void* claimed;        // the last record it claimed in a kept buffer
} rpj_side_t;

extern __thread rpj_side_t rpj_side __attribute__((tls_model("initial-exec"), visibility("hidden")));

// The state word's value for a thread outside.
extern int32_t rpj_in_native __attribute__((visibility("hidden")));

// One stay in Java: the state before it.
typedef struct {
    uint64_t mask;
    rpj_cancellation cancel;
    uint32_t inside;
    bool cancellable, masked;
} rpj_visit;

// Whether the calling thread may enter Java, in cases that need a check; attaches it to the JVM. Its own block.
bool rpj_side_ask(native_thread_t* thread);

// Whether the calling thread is one of the program's JVM, which has not been attached to it by us.
bool rpj_side_is_javas(void);

// Unblocks the faults and saves the mask; and restores it. The calling thread.
void rpj_unblock_faults(rpj_visit* visit);
void rpj_block_again(const rpj_visit* visit);

// Ends the thread, whose end was postponed while Java frames lay below. Does not return.
void rpj_end_thread(void) __attribute__((noreturn));

// Detaches the calling thread from the JVM (a JavaVM*); false on failure. The second is for a thread that ends, on
// whose stack Java has run, and only if we attached it: its own block.
bool rpj_side_detach(void* vm);
void rpj_side_forget(native_thread_t* thread);

// Whether there is memory for the calling thread's first contact with a JVM. The first failure prints a line. Not
// in a signal handler: it allocates.
bool rpj_has_room_for_contact(void);

// Learns from a JVM (a JavaVM*, the calling thread's JNIEnv*, a handle of its library or NULL) where its threads'
// states are. Once, before the engine is entered. Without them, only the thread's own flag is used.
void rpj_side_learn(void* vm, void* env, void* libjvm);

// Learns which sort of thread the program's own threads are in its JVM: the one that has just called rpj_side_learn may
// be of another. Without a new thread it is learnt when Java calls out of one. The same thread, right after that call.
void rpj_side_learn_attached(void);

// Returns the calling thread's JNIEnv*, attaching it to the JVM if necessary, or NULL. `vm`: a JavaVM*.
void* rpj_side_attach(void* vm);

// Called after the creation of a JVM, or its failure, on the calling thread: restores the mask
// `before` (rpj_hold_mask).
void rpj_side_made(uint64_t before);

// Returns the mask of the calling thread. Blocked faults sent from now on wait until it is set
// again (stray_signals.c).
uint64_t rpj_hold_mask(void);

// Whether the calling thread is in the JVM, by any way.
static inline bool rpj_side_is_in_jvm(void) {
    const int32_t* state = rpj_side.state;
    return state != NULL && __atomic_load_n(state, __ATOMIC_RELAXED) != rpj_in_native;
}

// Begins a stay in Java. False, without an effect, where the thread may not enter. Its own block. `handler`: the
// signal handler it is in.
static inline bool rpj_visit_begin(native_thread_t* thread, rpj_visit* visit, rpj_handler handler) {
    rpj_side_t* side = &rpj_side;
    if (RPJ_UNLIKELY(handler == RPJ_CLOSED_HANDLER)) return false;
    if (RPJ_UNLIKELY(rpj_cancel_is_coming()) && rpj_cancel_handler_runs()) return false;
    bool known = side->state != NULL && !rpj_side_is_in_jvm() && ++side->visits;
    if (RPJ_UNLIKELY(!known) && !rpj_is_quiet() && !rpj_side_ask(thread)) return false;
    visit->cancel = rpj_cancel_off_quickly();
    visit->inside = thread->inside;
    visit->cancellable = side->cancellable;
    visit->masked = side->faults_blocked && !rpj_is_quiet();
    side->cancellable = visit->cancel.state == PTHREAD_CANCEL_ENABLE;
    rpj_set_inside(thread, RPJ_UNLIKELY(handler == RPJ_HANDLER) ? RPJ_IN_HANDLER : 1);
    if (RPJ_UNLIKELY(visit->masked)) rpj_unblock_faults(visit);
    return true;
}

// Ends the stay; a thread that was cancelled meanwhile may end here.
static inline void rpj_visit_end(native_thread_t* thread, const rpj_visit* visit) {
    if (RPJ_UNLIKELY(visit->masked)) rpj_block_again(visit);
    rpj_set_inside(thread, visit->inside);
    rpj_side.cancellable = visit->cancellable;
    rpj_cancel_again_quickly(visit->cancel);
    if (RPJ_UNLIKELY(rpj_side.ending && !rpj_side.java_below && !visit->inside)) rpj_end_thread();
}

// A call out of Java. The thread can be cancelled there as the program has set it, but at cancellation points only,
// where the call's guard (guard.S) stops it: it ends after leaving Java. Returns whether it can be cancelled.
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

// Whether the call that just returned was the end of the thread instead.
static inline bool rpj_was_stopped(void) {
    bool stopped = rpj_side.stopped;
    rpj_side.stopped = false;
    return stopped;
}

#endif
