// What the C half of librocprofiler-sdk shares among its own files. Not installed.
#ifndef RPJ_H
#define RPJ_H

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rocprofiler-sdk/registration.h>

#include "rpj_calls.h"
#include "rpj_native.h"

#define RPJ_EXPORT __attribute__((visibility("default")))
#define RPJ_LIKELY(x) __builtin_expect(!!(x), 1)
#define RPJ_UNLIKELY(x) __builtin_expect(!!(x), 0)

// A thread whose stack has less than this left is not taken into Java on it: the JVM needs its guard zones and room to run.
#define RPJ_MIN_STACK_BYTES (160u * 1024u)

// Where the program's stack ends within so few bytes, nothing is done on it: what C does for a call takes less, its frame
// included.
#define RPJ_LEAST_STACK_BYTES 4096u

// --- slots.c -------------------------------------------------------------------------------------------------------

extern native_slot_t rpj_slots[RPJ_SLOT_COUNT];
extern const char rpj_thunks[];

// The two functions behind every wrapped slot: hand the frame to the engine's upcalls. Any thread.
// rpj_enter returns 0 when the call is not traced (the thunk then jumps to the runtime's function).
int rpj_enter(native_slot_t* slot, native_frame_t* frame);
void rpj_exit(native_slot_t* slot, native_frame_t* frame);

// The calling thread if its call may be traced, else NULL and counted: it is inside the engine already (a signal handler), in
// a forked child, or at the very end of its stack. What C does needs next to no stack, so that it is done on any.
native_thread_t* rpj_admit(native_frame_t* frame);

// The same for what Java does, for an event with a frame and for one without.
native_thread_t* rpj_admit_to_java(native_frame_t* frame);
native_thread_t* rpj_admit_event(void);

// --- without_java.c -------------------------------------------------------------------------------------------------------

enum { RPJ_PAGE = 4096 };

// What this process knows of itself. `has_java`: the engine is here, and Java may be entered. `known`: it is not a child that
// has yet to find out (`asking`: a thread is at it); the kernel wipes all of it there.
typedef union {
    struct {
        uint32_t has_java, known, asking;
    };
    char page[RPJ_PAGE];
} rpj_process_t;

extern rpj_process_t rpj_process __attribute__((visibility("hidden")));

static inline bool rpj_has_java(void) { return __atomic_load_n(&rpj_process.has_java, __ATOMIC_RELAXED) != 0; }

// Finds out, where rpj_has_java() says no, whether this is a child made by fork, and makes it one; and has the thread that came
// out of the fork begin anew. Any thread, before it uses its block.
void rpj_notice_fork(void);

// The engine is about to come up in this process. Once, before it does.
void rpj_engine_is_here(void);

// From now on no call enters Java: what C records goes on, every other wrapped call goes straight to the runtime, and is
// counted where it is missed in a segment. More than once does no harm. Async-signal-safe.
void rpj_go_on_without_java(void);

// --- records.c -----------------------------------------------------------------------------------------------------

// rpj_enter for slots whose entries are all buffered records, and rpj_exit for those whose buffers are all kept
// (ChunkBuffer), or one that is delivered (StretchedBuffer). The first two keep which HIP stream a thread's call works on, if
// the plan says where the stream is.
int rpj_enter_records(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_records(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_delivered(native_slot_t* slot, native_frame_t* frame);

// --- markers.c -----------------------------------------------------------------------------------------------------

// Both ways for the slots of ROC-TX where everything that is asked for is the records of marks and ranges in one kept
// buffer: entry 0 of the plans.
int rpj_enter_mark(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_push(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_push(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_pop(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_pop(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_start(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_start(native_slot_t* slot, native_frame_t* frame);
int rpj_enter_stop(native_slot_t* slot, native_frame_t* frame);

// The thread has ended: what it left open is inside of nothing that its block's next thread does. That thread.
void rpj_ranges_forget(native_thread_t* thread);

// --- callbacks.c ----------------------------------------------------------------------------------------------------

// Both ways for slots whose entries are all callbacks of C tools.
int rpj_enter_callbacks(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_callbacks(native_slot_t* slot, native_frame_t* frame);

// --- external_ids.c ----------------------------------------------------------------------------------------------------

// Fills the external correlation ids of an event's entries (`frame->external`), asking the tools that want to be asked, and
// notes in `frame->externals` that they are there; `again`: after the ENTER callbacks, for those that are not asked, whether
// or not the ids have been filled before. frame->internal_id is set. Any thread.
void rpj_externals(const native_plan_t* plan, native_frame_t* frame, uint64_t entries, uint64_t again);

// --- threads.c -----------------------------------------------------------------------------------------------------

// The calling thread's block once it has one. Read it through rpj_thread.
extern __thread native_thread_t* rpj_current __attribute__((tls_model("initial-exec"), visibility("hidden")));

// Notes the bounds of the calling thread's stack. Its own block; not in a signal handler, so that who needs them and finds none
// (0) calls this.
void rpj_measure_stack(native_thread_t* thread);

// Makes the calling thread's block; NULL when there is no memory. Async-signal-safe.
native_thread_t* rpj_thread_first_use(void);

// The calling thread's block, made on first use and freed at thread exit; NULL when there is no memory.
static inline native_thread_t* rpj_thread(void) {
    native_thread_t* thread = rpj_current;
    return RPJ_UNLIKELY(!thread) ? rpj_thread_first_use() : thread;
}

// Whether the address is on the stack that the system has given the thread, as far as that is known.
static inline bool rpj_on_own_stack(const native_thread_t* thread, uint64_t address) {
    return address - thread->stack_low < thread->stack_high - thread->stack_low;
}

// Says whether the thread is inside the engine. A signal handler on the same thread reads it, so it takes effect right
// here: neither the store nor what surrounds it moves.
static inline void rpj_set_inside(native_thread_t* thread, uint32_t inside) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&thread->inside, inside, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

// The block of the thread with this id, reserved for it if it has none yet; NULL when there is no memory. Any thread.
native_thread_t* rpj_thread_of(uint64_t tid);

// Head of the list of all thread blocks (blocks of ended threads are reused, never unmapped).
extern native_thread_t* rpj_threads;

// The block in that list that is no thread's: what happens to threads that can have none is counted in it, by all of them.
extern native_thread_t rpj_nobody;

// What is mapped in this process, also once its main thread has ended: /proc/self/maps is empty then.
#define RPJ_MAPS "/proc/thread-self/maps"

// --- stacks.c, switch.S --------------------------------------------------------------------------------------------

typedef uint64_t (*rpj_upcall)(uint64_t, uint64_t);

// Calls function(a, b) with the stack pointer at `stack`, a multiple of 16, once `left` says down to where the present stack
// is in use. The second can also be called in a handler on an alternate stack (alternate_stack.c). Any thread.
uint64_t rpj_call_on(uint64_t a, uint64_t b, rpj_upcall function, uint64_t stack, uint64_t* left);
uint64_t rpj_switch_to(uint64_t a, uint64_t b, rpj_upcall function, uint64_t stack, uint64_t* left);

// Calls function(a, b), which enters no Java, on a stack that is made for it; here where there is no memory. Any thread.
uint64_t rpj_on_spare_stack(rpj_upcall function, uint64_t a, uint64_t b);

// Where Java runs for the thread is found out, and a stack made for it if there has to be one. False when Java cannot be entered
// from `here`. The calling thread's own block.
bool rpj_java_settle(native_thread_t* thread, uint64_t here);

// Whether Java can be entered from `here`, an address on the stack that the calling thread is on. Java that waits further up
// for a callback is entered again from the same stack only: calls of a coroutine may end in another order than they began. Its
// own block.
static inline bool rpj_java_admits(native_thread_t* thread, uint64_t here) {
    if (RPJ_UNLIKELY(!thread->java_sp)) return rpj_java_settle(thread, here);
    return !thread->program_sp || rpj_on_own_stack(thread, here);
}

// Calls one of the engine's upcalls. A thread that is admitted and counts as inside the engine, its own block.
uint64_t rpj_java(native_thread_t* thread, void* entry, uint64_t a, uint64_t b);

// Calls a C function from Java, on whichever of the thread's two stacks has more room. Its own block, or NULL.
uint64_t rpj_out_of_java(native_thread_t* thread, rpj_upcall function, uint64_t a, uint64_t b);

// Creates our own JVM by this function, which returns 0 if it fails, on the calling thread's stack for Java. Once.
bool rpj_boot_on_java_stack(rpj_upcall boot);

// From now on threads that enter Java are attached to this JVM (a JavaVM*) on stacks of ours.
void rpj_stacks_use(void* vm);

// pthread_getattr_np for our own libjvm.
int rpj_stack_for_jvm(unsigned long thread, void* attributes);

// The thread ends: it leaves the JVM. Its own block.
void rpj_stacks_end(native_thread_t* thread);

// --- invoke.c ------------------------------------------------------------------------------------------------------

// Calls any C function of up to six integer arguments. The thread counts as outside Java meanwhile. Any thread.
// RPJ_THREW when the function threw a C++ exception, which ends here.
uint64_t rpj_invoke(uint64_t (*function)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t), uint64_t a0,
                    uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5);

// Calls a tool's tracing callback, which takes its 64-byte record by value; rpj_callback is for the engine's Java half
// and takes the thread out of Java meanwhile. Any thread. A C++ exception ends here; the first one of the process is
// one line.
void rpj_call_tool(void* function, const void* record, void* user_data, void* argument);
void rpj_callback(void* function, const void* record, void* user_data, void* argument);

// --- safe_read.c --------------------------------------------------------------------------------------------------------

// Reading what a program's pointers point at: they may be garbage, and the memory may go away meanwhile. Any thread.
// rpj_safe_read copies all of the bytes and returns 1, or returns 0 and leaves `to` undefined. rpj_safe_read_string copies a C
// string with its end, cut to fit in `capacity` bytes (at least 1), and returns its length, or UINT64_MAX when the string
// cannot be read up to its end.
// rpj_readable only says whether the bytes (no more than the first 256) can be read: 1 or 0.
uint64_t rpj_readable(const void* address, uint64_t bytes);
uint64_t rpj_safe_read(void* to, const void* from, uint64_t bytes);
uint64_t rpj_safe_read_string(char* to, const char* from, uint64_t capacity);

// --- collect.c -----------------------------------------------------------------------------------------------------

// Callbacks for what HSA hands out one by one (agents, pools; loaded code objects; symbols): append the handle to a native_list_t, whose
// `capacity` handles lie behind it, and count on beyond that. Always 0, "go on". Any thread, one per list.
uint64_t rpj_collect(uint64_t handle, native_list_t* list);
uint32_t rpj_collect_object(uint64_t executable, uint64_t object, native_list_t* list);
uint32_t rpj_collect_symbol(uint64_t executable, uint64_t agent, uint64_t symbol, native_list_t* list);

// --- guard.S, guard.c ----------------------------------------------------------------------------------------------

// The same calls without the bookkeeping, for code that may throw. RPJ_THREW when it did. Any thread.
uint64_t rpj_guarded_invoke(uint64_t (*function)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t),
                            uint64_t a0, uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5);
uint64_t rpj_guarded_callback(void* function, const void* record, void* user_data, void* argument);

// Calls a function of up to twelve integer arguments, which stand in an array of twelve. RPJ_THREW when it threw. Any
// thread.
uint64_t rpj_guarded_invoke_many(void* function, const uint64_t* arguments);

// --- boot.c --------------------------------------------------------------------------------------------------------

// Where the engine stands. GONE: there is none and none can be booted any more.
enum { RPJ_NEW, RPJ_BOOTING, RPJ_READY, RPJ_GONE };
extern int rpj_state __attribute__((visibility("hidden")));

// True in a child made by fork without exec: it never enters Java.
extern volatile int rpj_forked __attribute__((visibility("hidden")));

// True when the engine runs in this process; never boots it.
static inline bool rpj_engine_ready(void) {
    return __atomic_load_n(&rpj_state, __ATOMIC_ACQUIRE) == RPJ_READY && __atomic_load_n(&rpj_process.known, __ATOMIC_RELAXED) && !rpj_forked;
}

// True once rpj_engine_end was called.
extern bool rpj_ended __attribute__((visibility("hidden")));

// True where there was an engine and will never be one again: in a forked child, and after the JVM has ended. Any thread.
static inline bool rpj_engine_over(void) { return rpj_forked || rpj_ended; }

// Boots a JVM (or joins the one in the process) and the engine in it, once. False when that is not possible: one line
// on stderr has said why, and it stays false. Any thread; a second thread waits for the first, within bounds.
bool rpj_engine_boot(void);

// The engine is not entered any more, not even by calls that are under way: its JVM is ending. Any thread.
void rpj_engine_end(void);

// Calls into the engine: function index of the C API, its packed arguments. Where Java cannot be entered from the thread's
// stack, another thread makes the call and this one waits. Returns `fallback` when there is no engine
// and none can be booted, or when the calling thread is inside Java already (a signal handler); rpj_after_engine's answer when
// the engine is over.
uint64_t rpj_call(uint32_t function, const uint64_t* args, uint64_t fallback);

extern native_link_t rpj_link;

// One line on stderr: "rocprofiler: <text>". Never allocates.
void rpj_complain(const char* format, ...) __attribute__((format(printf, 1, 2)));

// --- late_libraries.c ------------------------------------------------------------------------------------------------------

// A library registers, with tables that are as they should be. The second: the engine is over, or its end has begun since. One thread at
// a time for each library.
void rpj_library_registers(const char* name, void** tables);
void rpj_library_is_late(const char* name, void** tables);

// --- helper_thread.c ---------------------------------------------------------------------------------------------------

// Calls function(a, b) in the name of a thread that cannot enter Java where it is: on a new thread, which acts with its block
// and has room for Java. `fallback` when there is no thread to be had.
uint64_t rpj_on_helper_thread(native_thread_t* thread, rpj_upcall function, uint64_t a, uint64_t b, uint64_t fallback);

// --- after_engine.c ------------------------------------------------------------------------------------------------------

// What a function of the C API answers without an engine: its status as after finalization if there was one, else
// `otherwise`. Any thread.
uint64_t rpj_after_engine(uint32_t function, const uint64_t* args, uint64_t otherwise);

// The same for the functions that write a state: 0 for "never", 1 when the engine is over. A status. Any thread.
uint64_t rpj_state_after_engine(uint32_t function, int* status);

// --- embed.c -------------------------------------------------------------------------------------------------------

// Creates a JVM of our own and returns the calling thread's JNIEnv*, or NULL after one line on stderr. Once per process.
void* rpj_create_jvm(const char* library_dir, const char* class_path);

// --- lookup.c ------------------------------------------------------------------------------------------------------

// Makes libjvm's symbol look-ups independent of the loader's lock, which the thread that boots it may hold. Before the JVM
// is created; where it cannot, the JVM is as it was. Makes it ask rpj_stack_for_jvm for stacks, too: false when it cannot.
bool rpj_free_lookups(void* libjvm);

// --- jvm_output.c --------------------------------------------------------------------------------------------------

// Where what a JVM prints goes, and who ends its creation, if the calling thread is creating it, instead of the process.
typedef struct {
    void (*says)(const char* format, va_list arguments);
    void (*leaves)(void);
} rpj_jvm_ways;

// Before the JVM is created.
void rpj_jvm_says_to(void* libjvm, const rpj_jvm_ways* ways);

// --- sandbox.c -----------------------------------------------------------------------------------------------------

// The name of a system call that this process may not make and no JVM can do without, NULL if there is none. Any thread.
const char* rpj_forbidden_call(void);

// --- rescue.c ------------------------------------------------------------------------------------------------------

// Where a thread goes on if the JVM gives up while the thread is in it.
typedef struct rpj_way_out rpj_way_out;

// Calls a function that goes into the JVM. Returns what it does, or `otherwise` if the JVM gave up. Any thread.
uint64_t rpj_rescuable(rpj_upcall function, uint64_t a, uint64_t b, uint64_t otherwise);

// The thread's alternate stack (a stack_t) is a part of this one from now on: it is all of it again if the thread leaves. Inside
// rpj_rescuable, or to no effect.
void rpj_note_alternate(const void* whole);

// Around what Java calls of others: a thread is not taken out of that. rpj_may_leave does not return when the JVM has given up
// meanwhile. The thread of the call.
rpj_way_out* rpj_stays(void);
void rpj_may_leave(rpj_way_out* way);

// The JVM gives up: the engine is over, the program's threads leave the JVM, this one too if it is one of those; one of the
// JVM's own stays here for ever. Any thread.
void rpj_jvm_gave_up(void) __attribute__((noreturn));

bool rpj_jvm_has_given_up(void);

// Takes the thread that creates the JVM out of that, if it is the calling one.
extern void (*rpj_leave_creation)(void) __attribute__((visibility("hidden")));

// --- jvm_side_effects.c -----------------------------------------------------------------------------------------------------

// Brackets the creation of an embedded JVM, on one thread: what it would change of the process stays the program's.
void rpj_side_effects_before_jvm(void* libjvm);
void rpj_side_effects_after_jvm(void);

// --- room.c, cgroup.c ----------------------------------------------------------------------------------------------

// Whether a JVM can be started here. NULL if so, `tight` if it has to be a small one; else what is missing. Any thread.
const char* rpj_room_for_jvm(bool* tight);

// Bytes of memory that the process's control groups leave to it, UINT64_MAX if they have no limit. Any thread.
uint64_t rpj_cgroup_memory(void);

// --- join.c --------------------------------------------------------------------------------------------------------

// Starts the engine's Java side through `env` (a JNIEnv*): in an embedded JVM its classes are on the class path, in a
// joined one they are loaded from the jars beside this library. Returns 0, or -1 after one line on stderr.
int rpj_start_engine(void* env, bool joined, const char* class_path);

// --- jni.c ---------------------------------------------------------------------------------------------------------

// `environment`: a JNIEnv* of the calling thread. False with an exception pending or for want of memory; at boot.
// Gives the engine's class Native its native methods.
bool rpj_bind_natives(void* environment, void* native_class);

// Makes rpj_link's enter, exit and call ways into the class Boot that need no upcall stubs.
bool rpj_bind_entries(void* environment, void* boot_class);

// --- tables.c ------------------------------------------------------------------------------------------------------

// Whether a runtime that registers is one that we know; the name may be no text at all. Any thread.
bool rpj_is_library(const char* name);

// Whether a known runtime's tables can be read, and written: a status. Any thread.
int rpj_check_tables(const char* library, void** tables, uint64_t count);

// --- discover.c ----------------------------------------------------------------------------------------------------

// Tool libraries of this process in AMD's order, `forced` (may be NULL) first; writes at most `capacity` entries and
// returns their number. Opens the libraries that ROCP_TOOL_LIBRARIES names. Never fails: what cannot be opened is one
// line on stderr.
uint64_t rpj_discover(native_tool_t* tools, uint64_t capacity, void* forced);

// Makes runtimes that register from now on load this library although no tool is visible. Main thread's window only.
void rpj_force_load(void);

// True when discovery would find something or Java tools are asked for: worth booting a JVM.
bool rpj_tools_wanted(void);

// --- process.c -----------------------------------------------------------------------------------------------------

// Installs the fork hook, once, before the engine comes up: what is forked meanwhile has no engine either.
void rpj_fork_hook(void);

// Installs the exit hook, once, when the engine is up.
void rpj_exit_hook(void);

// Ends everything, once: tools are told, wrapped calls go straight to the runtime. From exit handlers.
void rpj_finalize(void);

// The rocprofiler_client_finalize_t handed to tools. Any thread.
void rpj_finalize_client(rocprofiler_client_id_t id);

// --- kfd.c ---------------------------------------------------------------------------------------------------------

// The version of the kernel driver's interface: major << 32 | minor; 0 if there is no driver or it may not be used. Any
// thread.
uint64_t rpj_kfd_version(const char* device);

// Begins to listen to the events in `mask` of these GPUs (by the driver's numbers). Returns of how many; the others cannot
// be had. Once per process, before rpj_kfd_next.
uint64_t rpj_kfd_start(const char* device, const uint32_t* gpus, uint64_t count, uint64_t mask);

// Adds one more source of text, which is closed at the end; false if there are too many. Before rpj_kfd_next.
bool rpj_kfd_watch(int fd);

// Waits until a source has text and reads it: its number << 32 | bytes, or 0 when it is over: rpj_kfd_stop was called, or
// every source has ended. All is closed then. One thread.
uint64_t rpj_kfd_next(char* text, uint64_t capacity);

// Ends the waiting, also one that is still to come. Any thread.
void rpj_kfd_stop(void);

// --- gpu.c ---------------------------------------------------------------------------------------------------------

// What the engine's GPU half shares with its C half: the runtime's own functions, and those that stand in their place.
extern native_gpu_t rpj_gpu;

// --- truncated_file.c -------------------------------------------------------------------------------------------------------

// Whether a fault was in a mapped file of ours that somebody has cut, and has been mended: the thread can go on. For handlers of
// SIGBUS, any thread.
bool rpj_mend_truncated(int signo, const siginfo_t* info);

// --- signals.c -----------------------------------------------------------------------------------------------------

// Brackets the creation of an embedded JVM. `env`: the creating thread's JNIEnv*, or NULL if there is no JVM. In between, the JVM
// has set an action: the signals that a JVM takes but ours does not need are the program's again, and so are faults that are
// not the JVM's.
void rpj_signals_before_jvm(void* libjvm);
void rpj_signals_jvm_has_set(int signo);
void rpj_signals_after_jvm(const void* env);

// Whether the calling thread creates one right now (embed.c).
bool rpj_creates_jvm(void);

// Sees to it that faults come here still, whatever the program has set. Any thread.
void rpj_signals_look_again(void);

#endif
