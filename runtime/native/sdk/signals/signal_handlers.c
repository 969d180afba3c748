// See signal_handlers.h.
#include "signals/signal_handlers.h"

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include "signals/kernel_action.h"
#include "system/quiet.h"
#include "system/safe_read.h"

enum { KILOBYTE = 1024, BEFORE_KB = 24, AFTER_KB = 8, IN_PROGRAM_KB = 128 };
enum {
    USER_CODE = 0x33,
    KERNEL_CONTEXT_BYTES = 304,
    MOST_HANDLERS = 4,
    LOOKED_AT_BYTES = 1024,
    LEAST_FOR_HANDLERS = 12288
};

uint64_t rpj_handlers_return = 0x5a5a5a5a5a5a5a5a;

// --- reading the stack ---------------------------------------------------------------------------------------------

// Handlers may have little stack, and be interrupted themselves: the functions below use little stack and make no
// calls of other libraries.

typedef struct {
    uint64_t low, high;
} range;

// fork holds the allocator's locks while it runs.
enum { ALLOCATOR, FORK, FORK_ITSELF, HOLDERS };
static range holders[HOLDERS], c_library;

static bool is_in(range code, uint64_t address) { return address - code.low < code.high - code.low; }

static bool may_hold_locks(uint64_t address) {
    for (int i = 0; i < HOLDERS; i++)
        if (is_in(holders[i], address)) return true;
    return false;
}

// Returns the kernel's context above a handler's return address, copied if necessary.
static const ucontext_t* context_of(const native_thread_t* thread, const uint64_t* end, ucontext_t* copy) {
    const uint64_t from = (uint64_t)(end + 1);
    if (rpj_readable_to(thread, from) - from >= KERNEL_CONTEXT_BYTES) return (const ucontext_t*)from;
    return rpj_safe_read(copy, (const void*)from, KERNEL_CONTEXT_BYTES) ? copy : NULL;
}

// Accepts the context of a thread in 64-bit code. That of a handler that has returned is partly overwritten.
RPJ_READS_STACK bool rpj_is_handlers_end(const native_thread_t* thread, const uint64_t* address) {
    ucontext_t copy;
    const ucontext_t* context = context_of(thread, address, &copy);
    if (context == NULL || context->uc_link != NULL) return false;
    const greg_t* registers = context->uc_mcontext.gregs;
    return (registers[REG_CSGSFS] & 0xffff) == USER_CODE && registers[REG_RIP] && (uint64_t)registers[REG_RSP] % 8 == 0;
}

const uint64_t* rpj_outer_handlers_end(const native_thread_t* thread, uint64_t from) {
    const uint64_t* end = NULL;
    for (uint32_t i = thread->depth; i > 0 && end == NULL; i--) {
        uint64_t open = thread->open[2 * (i - 1)];
        if (open < from) continue; // the call itself
        if (open - from > RPJ_HANDLER_BYTES) break;
        from = open + sizeof(native_frame_t);
        end = rpj_handlers_end(thread, from);
    }
    return end;
}

// Whether a return address into the allocator is near: the allocator only calls the C library, so it would be right
// above. Also finds another handler there.
RPJ_READS_STACK static bool allocator_is_near(const native_thread_t* thread, uint64_t from, const uint64_t** outer) {
    uint64_t end = rpj_readable_to(thread, from);
    if (end > from + LOOKED_AT_BYTES) end = from + LOOKED_AT_BYTES;
    for (const uint64_t* word = (const uint64_t*)from; word < (const uint64_t*)end; word++) {
        if (may_hold_locks(*word)) return true;
        if (*outer == NULL && *word == rpj_handlers_return && rpj_is_handlers_end(thread, word)) *outer = word;
    }
    return false;
}

RPJ_READS_STACK static bool may_have_interrupted_holder(const native_thread_t* thread, const uint64_t* end) {
    ucontext_t copy;
    const ucontext_t* context;
    for (int depth = 0; end != NULL && depth < MOST_HANDLERS && (context = context_of(thread, end, &copy)) != NULL;
         depth++) {
        uint64_t at = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
        const uint64_t* outer = NULL;
        bool near = allocator_is_near(thread, (uint64_t)context->uc_mcontext.gregs[REG_RSP], &outer);
        if (may_hold_locks(at) || (near && is_in(c_library, at))) return true;
        end = outer;
    }
    return false;
}

bool rpj_on_alternate_stack(stack_t* stack) {
    return syscall(SYS_sigaltstack, NULL, stack) == 0 && stack->ss_flags & SS_ONSTACK;
}

rpj_handler rpj_handler_at(const native_thread_t* thread, const uint64_t* end) {
    stack_t stack;
    if (rpj_is_quiet()) return RPJ_CLOSED_HANDLER; // the kernel cannot be asked
    uint64_t here = (uint64_t)__builtin_frame_address(0);
    bool alternate = rpj_on_alternate_stack(&stack);
    // The remains of a handler that has returned look the same.
    if (!alternate && !rpj_in_signal_handler()) return RPJ_NO_HANDLER;
    if (alternate && here - (uint64_t)stack.ss_sp < LEAST_FOR_HANDLERS) return RPJ_CLOSED_HANDLER;
    return may_have_interrupted_holder(thread, end) ? RPJ_CLOSED_HANDLER : RPJ_HANDLER;
}

// --- unwinding -----------------------------------------------------------------------------------------------------

typedef struct {
    bool any_handler; // searches for any handler, or for one that has interrupted the allocator
    bool in_handler, found;
} handler_search;

// A frame that was interrupted, rather than called from, has a handler above it.
static _Unwind_Reason_Code look_for_handler(struct _Unwind_Context* context, void* to) {
    handler_search* search = to;
    int interrupted = 0;
    uint64_t address = _Unwind_GetIPInfo(context, &interrupted);
    search->in_handler |= interrupted;
    search->found = search->in_handler && (search->any_handler || may_hold_locks(address));
    return search->found ? _URC_END_OF_STACK : _URC_NO_REASON;
}

static bool unwind(bool any_handler) {
    handler_search search = {.any_handler = any_handler};
    _Unwind_Backtrace(look_for_handler, &search);
    return search.found;
}

bool rpj_in_signal_handler(void) { return unwind(true); }

bool rpj_in_allocators_handler(void) { return unwind(false); }

// --- code ranges of the process ------------------------------------------------------------------------------------

typedef struct {
    const void* address;
    range code;
} search;

static int look_for_code(struct dl_phdr_info* info, size_t size, void* to) {
    search* wanted = to;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr)* part = &info->dlpi_phdr[i];
        range code = {info->dlpi_addr + part->p_vaddr, info->dlpi_addr + part->p_vaddr + part->p_memsz};
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) || !is_in(code, (uint64_t)wanted->address)) continue;
        wanted->code = code;
        return 1;
    }
    return 0;
}

// Returns the code range of the library with this function.
static range code_of(const void* function) {
    search wanted = {function, {0, 0}};
    dl_iterate_phdr(look_for_code, &wanted);
    return wanted.code;
}

// In the C library, and in a program with its own allocator, the allocator's functions are adjacent; a library that
// is only an allocator is taken as a whole.
static range find_allocator(void) {
    static const char* const functions[] = {"malloc",   "free",           "calloc",     "realloc",
                                            "memalign", "posix_memalign", "malloc_trim"};
    const void* first = dlsym(RTLD_DEFAULT, functions[0]);
    range library = code_of(first), program = code_of((const void*)getauxval(AT_ENTRY));
    bool in_program = first != NULL && library.low == program.low;
    if (first == NULL || (library.low != c_library.low && !in_program)) return library;
    range found = {(uint64_t)first, (uint64_t)first};
    for (size_t i = 1; i < sizeof functions / sizeof *functions; i++) {
        uint64_t function = (uint64_t)dlsym(RTLD_DEFAULT, functions[i]);
        if (!is_in(library, function)) continue;
        if (function < found.low) found.low = function;
        if (function > found.high) found.high = function;
    }
    found.low -= KILOBYTE * (in_program ? IN_PROGRAM_KB : BEFORE_KB);
    found.high += KILOBYTE * (in_program ? IN_PROGRAM_KB : AFTER_KB);
    return found;
}

static range find_function(const char* name) {
    Dl_info info;
    const ElfW(Sym)* symbol = NULL;
    uint64_t function = (uint64_t)dlsym(RTLD_DEFAULT, name);
    bool known = function && dladdr1((const void*)function, &info, (void**)&symbol, RTLD_DL_SYMENT) && symbol != NULL;
    return (range){function, known ? function + symbol->st_size : function};
}

__attribute__((constructor)) static void find_holders(void) {
    c_library = code_of(dlsym(RTLD_DEFAULT, "getpid"));
    holders[ALLOCATOR] = find_allocator();
    holders[FORK] = find_function("fork");
    holders[FORK_ITSELF] = find_function("_Fork");
}

// The C library passes the kernel the same address for every handler.
void rpj_handlers_learn(int signo) {
    rpj_kernel_action action = {0};
    rpj_get_action(signo, &action);
    if (action.restorer != NULL) rpj_handlers_return = (uint64_t)action.restorer;
}
