// A library that takes faults over as LLVM does: handlers of which each is called once, the former ones kept, and
// restored later (RegisterHandlers() and UnregisterHandlers() in lib/Support/Unix/Signals.inc of LLVM 21).
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>

enum { FAULTS = 4 };

static const int faults[FAULTS] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
static struct sigaction former[FAULTS];
static sigjmp_buf recovery;
static volatile int handled;

static void on_fault(int signal, siginfo_t* info, void* context) {
    (void)signal, (void)info, (void)context;
    handled++;
    siglongjmp(recovery, 1);
}

void take_faults(void) {
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = (int)(SA_SIGINFO | SA_RESETHAND | SA_NODEFER)};
    for (int i = 0; i < FAULTS; i++) sigaction(faults[i], &action, &former[i]);
}

void give_faults_back(void) {
    for (int i = 0; i < FAULTS; i++) sigaction(faults[i], &former[i], NULL);
}

// Writes to the address, and returns how often the handler has run.
int fault_at(char* address) {
    if (sigsetjmp(recovery, 1) == 0) *address = 1;
    return handled;
}

// What a signal's action is, as the C library tells: 0 for the default, 1 for this library's handler, 2 for another.
int action_told(int signo) {
    struct sigaction told;
    sigaction(signo, NULL, &told);
    return told.sa_handler == SIG_DFL ? 0 : told.sa_sigaction == on_fault ? 1 : 2;
}

// Whether dlsym searches for this library, which nobody else finds by RTLD_DEFAULT.
int finds_itself(void) { return dlsym(RTLD_DEFAULT, "finds_itself") != NULL; }
