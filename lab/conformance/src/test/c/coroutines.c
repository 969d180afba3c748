// coroutines MEMORY BYTES WAY [first]: eight coroutines on stacks of BYTES allocated by the program call three
// runtimes, and are suspended and resumed between the calls and within them.
//
// MEMORY: malloc; mmap, with nothing special below the stack; guarded, with protected pages below it.
// WAY: ucontext; hand, a switch in assembly; moving, the same between two threads, so that a call ends on another
// thread than it began on; nested, the same, and each resumes the next.
// first: the coroutines make the process's first calls.
//
// Prints the results of the calls, and whether memory below a stack was written; with COROUTINES_DEEPEST set, also
// prints to standard error the maximum number of bytes used of one stack.
#include <hip/hip_runtime_api.h>
#include <hsa/hsa.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <rocprofiler-sdk-roctx/roctx.h>

enum { COROUTINES = 8, ROUNDS = 20, BELOW = 256 << 10, PATTERN = 0x5a };

typedef struct {
    char* memory;
    void* sp; // the stack pointer of the coroutine, and of its resumer
    void* caller_sp;
    ucontext_t context, caller;
    long answers;
    int ended;
} coroutine;

static coroutine all[COROUTINES];
static int by_hand, nested, first;

// Saves the callee-saved registers and continues on another stack.
void switch_stack(void** from, void* to);
__asm__(".text\n"
        "switch_stack:\n"
        "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
        "  movq %rsp, (%rdi)\n"
        "  movq %rsi, %rsp\n"
        "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"
        "  ret\n");

static void resume(coroutine* c) {
    if (by_hand) switch_stack(&c->caller_sp, c->sp);
    else swapcontext(&c->caller, &c->context);
}

static void yield(coroutine* c) {
    if (by_hand) switch_stack(&c->sp, c->caller_sp);
    else swapcontext(&c->context, &c->caller);
}

static hsa_status_t on_agent(hsa_agent_t agent, void* argument) {
    coroutine* c = argument;
    int device = -1;
    (void)agent;
    yield(c);
    c->answers += hipGetDevice(&device) == hipSuccess && device == 0;
    if (nested && c + 1 < all + COROUTINES && !c[1].ended) resume(c + 1);
    return HSA_STATUS_INFO_BREAK;
}

static void start(void) {
    roctxMarkA("first");
    if (hsa_init() || hipInit(0)) exit(3);
}

static void rounds(coroutine* c) {
    if (first && c == all) start();
    for (int i = 0; i < ROUNDS; i++) {
        int device = -1;
        roctx_range_id_t range = roctxRangeStartA("started");
        yield(c);
        c->answers += roctxRangePushA("pushed") >= 0;
        c->answers += hipGetDevice(&device) == hipSuccess && device == 0;
        c->answers += roctxRangePop() >= 0;
        yield(c);
        c->answers += hsa_iterate_agents(on_agent, c) == HSA_STATUS_INFO_BREAK;
        roctxMarkA("mark");
        roctxRangeStop(range);
    }
}

static void begin(unsigned low, unsigned high) {
    coroutine* c = (coroutine*)((uintptr_t)high << 32 | low);
    rounds(c);
    c->ended = 1;
    for (;;) yield(c);
}

// The entry point of a switch in assembly: its coroutine is in a callee-saved register.
void begin_by_hand(void);
__asm__(".text\n"
        "begin_by_hand:\n"
        "  movl %ebx, %edi\n"
        "  movq %rbx, %rsi\n  shrq $32, %rsi\n"
        "  andq $-16, %rsp\n"
        "  call *%r12\n"
        "  hlt\n");

static void make(coroutine* c, const char* kind, size_t bytes) {
    if (!strcmp(kind, "malloc")) c->memory = aligned_alloc(64, BELOW + bytes);
    else c->memory = mmap(NULL, BELOW + bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(c->memory, PATTERN, BELOW + bytes);
    if (!strcmp(kind, "guarded")) mprotect(c->memory, BELOW, PROT_NONE);
    getcontext(&c->context);
    c->context.uc_stack.ss_sp = c->memory + BELOW;
    c->context.uc_stack.ss_size = bytes;
    makecontext(&c->context, (void (*)(void))begin, 2, (unsigned)(uintptr_t)c, (unsigned)((uintptr_t)c >> 32));
    void** top = (void**)(c->memory + BELOW + bytes);
    *--top = NULL;
    *--top = (void*)begin_by_hand;
    *--top = NULL;         // rbp
    *--top = c;            // rbx
    *--top = (void*)begin; // r12
    top -= 3;
    c->sp = top;
}

// Runs one step of each; false when all have ended.
static int step_all(void) {
    int left = 0;
    for (int i = 0; i < COROUTINES; i++) {
        if (all[i].ended) continue;
        resume(&all[i]);
        left += !all[i].ended;
    }
    return left;
}

static pthread_barrier_t turn;
static int going = 1;

static void* other_thread(void* unused) {
    for (int more = 1; more;) {
        pthread_barrier_wait(&turn);
        if (going) going = step_all();
        more = going;
        pthread_barrier_wait(&turn);
    }
    return unused;
}

static void move_between_threads(void) {
    pthread_t other;
    pthread_barrier_init(&turn, NULL, 2);
    pthread_create(&other, NULL, other_thread, NULL);
    for (int more = 1; more;) {
        going = step_all();
        pthread_barrier_wait(&turn);
        pthread_barrier_wait(&turn);
        more = going;
    }
    pthread_join(other, NULL);
}

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    size_t bytes = strtoul(argv[2], NULL, 0), deepest = 0;
    long answers = 0, written = 0;
    int moving = !strcmp(argv[3], "moving");
    by_hand = strcmp(argv[3], "ucontext") != 0;
    nested = !strcmp(argv[3], "nested");
    first = argc == 5;
    if (!first) start();
    for (int i = 0; i < COROUTINES; i++) make(&all[i], argv[1], bytes);
    if (moving) move_between_threads();
    else
        while (step_all()) continue;
    for (int i = 0; i < COROUTINES; i++) {
        const char* memory = all[i].memory;
        answers += all[i].answers;
        if (!strcmp(argv[1], "guarded")) continue;
        size_t from = 0;
        while (from < BELOW + bytes && memory[from] == PATTERN) from++;
        written += from < BELOW;
        if (BELOW + bytes - from > deepest) deepest = BELOW + bytes - from;
    }
    printf("answers %ld, written below %ld\n", answers, written);
    if (getenv("COROUTINES_DEEPEST")) fprintf(stderr, "deepest %zu\n", deepest);
    return 0;
}
