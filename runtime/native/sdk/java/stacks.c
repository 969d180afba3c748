// Java runs on stacks that we allocate.
//
// A JVM touches pages below the stack pointer, puts guard pages at the end of the assumed stack, and lets Java use
// all of it. A program's stack may be as small as a coroutine's, may end anywhere, and belongs to the program up to
// its end. So each thread that enters Java gets a separate stack, which stays with its block, and switches to it by
// moving the stack pointer; nothing else of the thread changes. The JVM queries the bounds of a thread's stack when
// the thread is attached: our libjvm gets them from rpj_stack_for_jvm (installed by lookup.c).
//
// Threads attached by others stay on their present stack: those that the JVM itself created, and all threads of a
// program's own JVM.
#include <errno.h>
#include <jni.h>
#include <pthread.h>
#include <sys/mman.h>

#include "base/engine.h"
#include "java/java_side.h"
#include "java/stacks.h"
#include "stacks/rescue.h"
#include "stacks/spare_stack.h"
#include "system/complain.h"
#include "system/thread_data.h"

// Without memory for the larger stack, a smaller one suffices: deep Java of the engine takes 200 KiB.
enum { STACK_BYTES = 1 << 20, FIRST_CONTACT_BYTES = 256 << 10 };

static JavaVM* own_vm;

void rpj_stacks_use(void* vm) { own_vm = vm; }

static uint64_t frame_here(void) { return (uint64_t)__builtin_frame_address(0); }

// Whether the address is between the two.
static bool within(uint64_t address, uint64_t low, uint64_t high) { return address - low < high - low; }

// --- memory --------------------------------------------------------------------------------------------------------

// The stacks of ended threads are reused with their blocks.
static bool take_stack(native_thread_t* thread) {
    if (thread->java_stack == NULL) {
        thread->java_stack_bytes = STACK_BYTES;
        thread->java_stack = rpj_map_stack(STACK_BYTES);
    }
    if (thread->java_stack == NULL) {
        thread->java_stack_bytes = RPJ_SMALL_STACK_BYTES;
        thread->java_stack = rpj_map_stack(RPJ_SMALL_STACK_BYTES);
    }
    if (thread->java_stack == NULL) return false;
    thread->java_low = (uint64_t)thread->java_stack + RPJ_GUARD_BYTES;
    thread->java_high = thread->java_low + thread->java_stack_bytes;
    return true;
}

static void give_stack_back(native_thread_t* thread) {
    munmap(thread->java_stack, RPJ_GUARD_BYTES + thread->java_stack_bytes);
    thread->java_stack = NULL;
}

static void leave_stack(native_thread_t* thread) {
    thread->java_low = thread->java_high = thread->java_sp = thread->program_sp = 0;
}

static bool has_own_java_stack(const native_thread_t* thread) {
    return thread->java_stack != NULL && thread->java_low == (uint64_t)thread->java_stack + RPJ_GUARD_BYTES;
}

// --- bounds for the JVM --------------------------------------------------------------------------------------------

int rpj_stack_for_jvm(unsigned long id, void* attributes) {
    const native_thread_t* thread = rpj_current;
    bool here = thread != NULL && id == pthread_self() && within(frame_here(), thread->java_low, thread->java_high);
    if (!here || !has_own_java_stack(thread)) return pthread_getattr_np(id, attributes);
    int failed = pthread_attr_init(attributes);
    if (failed) return failed;
    pthread_attr_setguardsize(attributes, 0);
    return pthread_attr_setstack(attributes, (void*)thread->java_low, thread->java_high - thread->java_low);
}

static uint64_t attach(uint64_t unused, uint64_t also_unused) {
    (void)unused, (void)also_unused;
    return rpj_side_attach(own_vm) != NULL;
}

static uint64_t detach(uint64_t unused, uint64_t also_unused) {
    (void)unused, (void)also_unused;
    return rpj_side_detach(own_vm);
}

static bool is_attached(void) {
    void* env;
    return own_vm == NULL || (*own_vm)->GetEnv(own_vm, &env, JNI_VERSION_10) == JNI_OK;
}

// Calls a function of the JVM on that stack, on a thread that cannot be cancelled and counts as inside the engine:
// no signal handler enters Java meanwhile.
static bool with_jvm(native_thread_t* thread, rpj_upcall function) {
    uint32_t before = thread->inside;
    rpj_set_inside(thread, 1);
    bool done = rpj_rescuable(rpj_switch_to, 0, 0, function, thread->java_high, &thread->program_sp);
    thread->program_sp = 0;
    rpj_set_inside(thread, before);
    return done;
}

// --- entering and leaving Java -------------------------------------------------------------------------------------

bool rpj_has_room_for_contact(void) {
    static bool said;
    void* memory =
        mmap(NULL, FIRST_CONTACT_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    bool room = memory != MAP_FAILED && munmap(memory, FIRST_CONTACT_BYTES) == 0 && rpj_has_room_for_thread_data();
    if (!room && !__atomic_test_and_set(&said, __ATOMIC_SEQ_CST))
        rpj_complain(
            "little memory is left in this process: calls that need the Java runtime on threads that are new to it are not "
            "traced, but counted");
    return room;
}

static bool settle(native_thread_t* thread) {
    if (rpj_in_signal_handler()) return false; // which may have interrupted the allocator
    if (!thread->stack_high) rpj_measure_stack(thread);
    if (!rpj_has_room_for_contact()) return false;
    if (is_attached()) {
        thread->java_low = thread->stack_low;
        thread->java_high = thread->stack_high;
        return true;
    }
    if (!take_stack(thread)) return false;
    if (with_jvm(thread, attach)) thread->java_sp = thread->java_high;
    else leave_stack(thread);
    return thread->java_sp != 0;
}

// The thread counts as inside the engine meanwhile, so that none of its signal handlers does the same. Nor can it
// be cancelled: even querying the JVM for a thread's data may allocate memory.
static bool settle_undisturbed(native_thread_t* thread) {
    uint32_t before = thread->inside;
    int error = errno;
    rpj_cancellation cancel = rpj_cancel_off();
    rpj_set_inside(thread, 1);
    bool settled = settle(thread);
    rpj_set_inside(thread, before);
    rpj_cancel_again(cancel);
    errno = error;
    return settled;
}

bool rpj_java_settle(native_thread_t* thread, uint64_t here) {
    bool settled = thread->java_high || settle_undisturbed(thread);
    if (!settled || thread->java_sp) return settled;
    return within(here, thread->java_low, thread->java_high) && here - thread->java_low >= RPJ_MIN_STACK_BYTES;
}

static uint64_t directly(uint64_t a, uint64_t b, rpj_upcall function, uint64_t stack, uint64_t* left) {
    (void)stack, (void)left;
    return function(a, b);
}

// A visit of Java by another thread, on behalf of one that makes no system calls.
typedef struct {
    void* entry;
    uint64_t a, b;
} visit_order;

static uint64_t visit_for(uint64_t order, uint64_t unused) {
    const visit_order* o = (const visit_order*)order;
    rpj_visit visit;
    (void)unused;
    if (!rpj_visit_begin(rpj_current, &visit, RPJ_NO_HANDLER)) return 0;
    uint64_t result = rpj_java(rpj_current, o->entry, o->a, o->b);
    rpj_visit_end(rpj_current, &visit);
    return result;
}

uint64_t rpj_java(native_thread_t* thread, void* entry, uint64_t a, uint64_t b) {
    visit_order order = {entry, a, b};
    if (RPJ_UNLIKELY(rpj_is_quiet())) return rpj_send_errand(thread, visit_for, (uint64_t)&order, 0, 0);
    uint64_t sp = thread->java_sp, outer = thread->program_sp;
    if (!sp) return rpj_rescuable(directly, a, b, (rpj_upcall)entry, 0, NULL);
    thread->java_sp = 0;
    uint64_t result = rpj_rescuable(rpj_switch_to, a, b, (rpj_upcall)entry, sp, &thread->program_sp);
    thread->program_sp = outer;
    thread->java_sp = sp;
    return result;
}

// A tool's function may need as much stack as the thread's own has. A coroutine's is smaller than ours.
uint64_t rpj_out_of_java(native_thread_t* thread, rpj_upcall function, uint64_t a, uint64_t b) {
    uint64_t here = frame_here();
    uint64_t program = thread != NULL ? thread->program_sp : 0, result;
    rpj_way_out* way = rpj_stays();
    bool larger = program && within(here, thread->java_low, thread->java_high)
               && within(program, thread->stack_low, thread->stack_high)
               && program - thread->stack_low > here - thread->java_low;
    if (!larger) {
        result = function(a, b);
    } else {
        result = rpj_call_on(a, b, function, program, &thread->java_sp);
        thread->java_sp = 0;
        thread->program_sp = program;
    }
    rpj_may_leave(way);
    return result;
}

bool rpj_boot_on_java_stack(native_thread_t* thread, rpj_upcall boot) {
    if (thread == NULL || !take_stack(thread)) {
        rpj_complain(
            "no room for a Java runtime in this process: there is no memory for a stack; the program runs unprofiled");
        return false;
    }
    bool up = with_jvm(thread, boot);
    if (up && own_vm != NULL) thread->java_sp = thread->java_high;
    else leave_stack(thread);
    if (!up && !rpj_jvm_was_begun()) give_stack_back(thread); // the program has little memory
    return up;
}

// A thread that ends inside Java leaves its stack behind, because the JVM still refers to it.
void rpj_stacks_end(native_thread_t* thread) {
    bool ours = has_own_java_stack(thread) && !rpj_forked;
    bool outside = thread->java_sp == thread->java_high && !rpj_is_quiet();
    rpj_set_inside(thread, 1);
    if (ours && !(outside && with_jvm(thread, detach))) thread->java_stack = NULL;
    leave_stack(thread);
    rpj_set_inside(thread, 0);
}
