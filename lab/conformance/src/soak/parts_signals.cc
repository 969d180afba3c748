// Parts of random programs: timers whose handlers make calls, signals that are waited for, faults that a handler
// recovers from.
#include <algorithm>
#include <alloca.h>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstring>
#include <ctime>
#include <sys/time.h>
#include <unistd.h>

#include "soak.h"

namespace soak {

namespace {

std::atomic<int> ticks;

// Handlers with SA_NODEFER may come faster than they end on a busy machine: no stack is large enough for all of them.
enum { MOST_NESTED = 4 };
thread_local volatile sig_atomic_t nested;

void on_timer(int) {
    if (nested == MOST_NESTED) return;
    nested = nested + 1;
    handler_calls(ticks.fetch_add(1));
    nested = nested - 1;
}

// An alternate signal stack for this thread; handlers without SA_ONSTACK do not use it. Each of those that are nested
// has its own bytes there, and what the kernel saves: more than 10 KiB on a processor with wide registers.
class AlternateStack {
  public:
    explicit AlternateStack(size_t bytes)
        : memory_((MOST_NESTED + 1) * (bytes + std::max(0L, sysconf(_SC_MINSIGSTKSZ)))) {
        stack_t stack = {};
        stack.ss_sp = memory_.data();
        stack.ss_size = memory_.size();
        sigaltstack(&stack, &before_);
    }
    ~AlternateStack() { sigaltstack(&before_, nullptr); }
    AlternateStack(const AlternateStack&) = delete;
    AlternateStack& operator=(const AlternateStack&) = delete;

  private:
    std::vector<char> memory_;
    stack_t before_ = {};
};

void handle(int number, void (*handler)(int), int flags) {
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigaction(number, &action, nullptr);
}

} // namespace

// Runs until the handlers have been called often enough, whichever threads they interrupt.
std::string timers_part(Random& random) {
    int which = random.below(3), wanted = random.between(5, 60), micros = random.one_of({100, 300, 1000});
    AlternateStack stack((size_t)random.one_of({16, 64, 256}) << 10);
    int number = which == 0 ? SIGALRM : which == 1 ? SIGPROF : SIGRTMIN + 3;
    // Small stacks may be interrupted, too, but without SA_ONSTACK only where no coroutine runs.
    handle(number, on_timer, SA_RESTART | SA_ONSTACK | (random.chance(30) ? SA_NODEFER : 0));
    timer_t timer = {};
    itimerval interval = {{0, micros}, {0, micros}};
    if (which < 2) {
        setitimer(which == 0 ? ITIMER_REAL : ITIMER_PROF, &interval, nullptr);
    } else {
        sigevent event = {};
        event.sigev_notify = SIGEV_SIGNAL;
        event.sigev_signo = number;
        itimerspec spec = {{0, micros * 1000}, {0, micros * 1000}};
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 || timer_settime(timer, 0, &spec, nullptr) != 0)
            return "no timer";
    }
    int until = ticks + wanted;
    for (int rounds = 0; ticks < until && rounds < 20000; rounds++) some_calls(Random(random.next()), 1);
    interval = {};
    if (which < 2) setitimer(which == 0 ? ITIMER_REAL : ITIMER_PROF, &interval, nullptr);
    else timer_delete(timer);
    handle(number, SIG_IGN, 0);
    return std::to_string(number);
}

// --- signals that are waited for -----------------------------------------------------------------------------------

void block_waited_signals() {
    sigset_t blocked;
    sigemptyset(&blocked);
    for (int number : {SIGUSR1, SIGUSR2, SIGRTMIN + 5, SIGURG, SIGWINCH}) sigaddset(&blocked, number);
    pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
}

namespace {

std::atomic<int> handled, handled_elsewhere;
thread_local volatile bool of_the_program;

void on_user(int) {
    handled++;
    if (!of_the_program) handled_elsewhere++;
    handler_calls(handled);
}

// All threads of the program block the signal, so a thread that handles it is not one of them.
int wait_for(int number) {
    sigset_t wanted;
    timespec limit = {20, 0};
    sigemptyset(&wanted);
    sigaddset(&wanted, number);
    kill(getpid(), number);
    some_calls(Random(1), 5);
    int got;
    while ((got = sigtimedwait(&wanted, nullptr, &limit)) < 0 && errno == EINTR) continue;
    return got == number ? 1 : 0;
}

} // namespace

std::string signals_part(Random& random) {
    int waited = 0, count = random.between(1, 20);
    for (int i = 0; i < count; i++) waited += wait_for(random.one_of({SIGUSR1, SIGUSR2, SIGRTMIN + 5}));
    AlternateStack stack((size_t)random.one_of({16, 64}) << 10);
    handle(SIGRTMIN + 6, on_user, random.one_of({0, SA_ONSTACK}) | SA_RESTART);
    // Sent to this thread, inside and outside of calls.
    int before = handled, sent = random.between(1, 30);
    of_the_program = true;
    for (int i = 0; i < sent; i++) {
        if (random.chance(50)) raise(SIGRTMIN + 6);
        else {
            Body body = {[](void*) { raise(SIGRTMIN + 6); }, nullptr};
            call_inside(&body);
        }
    }
    if (handled_elsewhere) wrong("a handler ran on a thread that is not the program's", handled_elsewhere);
    return std::to_string(waited) + " of " + std::to_string(count) + ", " + std::to_string(handled - before) + " of "
         + std::to_string(sent);
}

// --- faults --------------------------------------------------------------------------------------------------------

namespace {

thread_local sigjmp_buf* recovery;

void on_fault(int number, siginfo_t*, void*) {
    if (recovery) siglongjmp(*recovery, 1);
    handle(number, SIG_DFL, 0);
}

__attribute__((noinline)) int overflow(volatile char* above, int depth) {
    volatile char locals[2048];
    locals[0] = above ? above[0] : 1;
    return depth < 0 ? 0 : overflow(locals, depth + 1) + locals[0];
}

void* overflow_and_recover(void* answer) {
    AlternateStack stack(64 << 10);
    some_calls(Random(2), 3);
    *static_cast<bool*>(answer) = !guarded([] { overflow(nullptr, 0); });
    some_calls(Random(3), 3);
    return nullptr;
}

} // namespace

void install_fault_handler() {
    struct sigaction action = {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigaction(SIGSEGV, &action, nullptr);
    sigaction(SIGBUS, &action, nullptr);
    sigaction(SIGFPE, &action, nullptr);
}

bool guarded(const std::function<void()>& may_fault) {
    sigjmp_buf here, *before = recovery;
    volatile bool well = true;
    if (sigsetjmp(here, 1) == 0) {
        recovery = &here;
        may_fault();
    } else {
        well = false;
    }
    recovery = before;
    return well;
}

std::string faults_part(Random& random) {
    int recovered = 0, overflows = 0;
    for (int i = random.between(1, 8); i > 0; i--) {
        int how = random.below(3);
        recovered += !guarded([=] {
            Body body = {[](void*) { *static_cast<volatile int*>(nullptr) = 1; }, nullptr};
            if (how == 0) *static_cast<volatile int*>(nullptr) = 1;
            else if (how == 1) call_inside(&body);
            else raise(SIGFPE);
        });
        some_calls(Random(random.next()), 3);
    }
    for (int i = random.below(3); i > 0; i--) {
        bool well = false;
        pthread_join(start_thread((size_t)random.one_of({128, 1024, 8192}) << 10, overflow_and_recover, &well),
                     nullptr);
        overflows += well;
    }
    return std::to_string(recovered) + " " + std::to_string(overflows);
}

} // namespace soak
