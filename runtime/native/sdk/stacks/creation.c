// Takes a thread out of the creation of a JVM that cannot start, which would otherwise end the process: where our
// JVM would abort or exit on the creating thread, that thread jumps back to before the creation and never enters
// the JVM again.
#include <pthread.h>
#include <setjmp.h>

#include "stacks/rescue.h"

static sigjmp_buf before_creation;
static pthread_t creating_thread;
static volatile bool creating, begun;

bool rpj_create_leavable(bool (*create)(void* arguments), void* arguments) {
    volatile bool created = false;
    creating_thread = pthread_self();
    creating = begun = true;
    if (sigsetjmp(before_creation, 1) == 0) created = create(arguments);
    creating = false;
    return created;
}

bool rpj_jvm_in_creation(void) { return creating; }

bool rpj_jvm_was_begun(void) { return begun; }

bool rpj_creates_jvm(void) { return creating && pthread_equal(creating_thread, pthread_self()); }

void rpj_leave_creation(void) {
    if (rpj_creates_jvm()) siglongjmp(before_creation, 1);
}
