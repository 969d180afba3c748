// Takes a thread of the program out of a JVM that has given up. The JVM's state of the thread is unchanged: the
// thread never enters it again.
#include "stacks/rescue.h"

#include <signal.h>

#include "../../floating_point.h"

// The compiler's own setjmp: five words, which save only what it needs.
struct rpj_way_out {
    void* place[5];
    rpj_way_out* outer;
    rpj_floating_point floating_point; // of the program
    stack_t alternate;
    bool has_alternate;
};

static __thread rpj_way_out* way_out __attribute__((tls_model("initial-exec")));
static bool gave_up;

// The jumping function must not be the target function.
__attribute__((noreturn, noinline)) static void leave(void) {
    rpj_way_out* way = way_out;
    way_out = way->outer;
    __builtin_longjmp(way->place, 1);
}

// Never inlined, so that the caller's registers are saved here.
__attribute__((noinline)) uint64_t rpj_rescuable(rpj_way_in in, uint64_t a, uint64_t b, rpj_upcall function,
                                                 uint64_t stack, uint64_t* left) {
    rpj_way_out here;
    here.outer = way_out;
    here.has_alternate = false;
    here.floating_point = rpj_floating_point_default();
    if (__builtin_setjmp(here.place)) {
        rpj_floating_point_restore(here.floating_point);
        if (here.has_alternate) sigaltstack(&here.alternate, NULL);
        return 0;
    }
    way_out = &here;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (RPJ_UNLIKELY(__atomic_load_n(&gave_up, __ATOMIC_RELAXED))) leave();
    uint64_t result = in(a, b, function, stack, left);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    way_out = here.outer;
    rpj_floating_point_restore(here.floating_point);
    return result;
}

void rpj_note_alternate(const void* whole) {
    if (way_out == NULL) return;
    way_out->alternate = *(const stack_t*)whole;
    way_out->has_alternate = true;
}

rpj_way_out* rpj_stays(void) {
    rpj_way_out* way = way_out;
    way_out = NULL;
    return way;
}

void rpj_may_leave(rpj_way_out* way) {
    way_out = way;
    if (RPJ_UNLIKELY(__atomic_load_n(&gave_up, __ATOMIC_RELAXED)) && way != NULL) leave();
}

bool rpj_jvm_has_given_up(void) { return __atomic_load_n(&gave_up, __ATOMIC_SEQ_CST); }

bool rpj_note_jvm_gave_up(void) { return !__atomic_exchange_n(&gave_up, true, __ATOMIC_SEQ_CST); }

void rpj_leave_jvm(void) {
    if (way_out != NULL) leave();
}
