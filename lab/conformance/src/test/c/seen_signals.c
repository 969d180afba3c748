// Writes a line for each signal that it gets into the file of its first argument, as its handler sees it, and ends with
// SIGTERM's 7. With a second argument, SIGTSTP keeps its default action.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include <rocprofiler-sdk-roctx/roctx.h>

static int file;
static volatile sig_atomic_t ended;

static void put(const char* line) {
    if (write(file, line, strlen(line)) < 0) _exit(1);
}

static void seen(int number, siginfo_t* info, void* context) {
    (void)context;
    char line[] = "00 0\n";
    line[0] = (char)('0' + number / 10);
    line[1] = (char)('0' + number % 10);
    line[3] = (char)('0' + (info->si_code == SI_QUEUE ? info->si_value.sival_int : 0));
    put(line);
    if (number == SIGTERM) ended = 1;
}

static int is_handled(int number, int argc) {
    if (number == SIGTSTP) return argc == 2;
    return number != SIGKILL && number != SIGSTOP && number != SIGCHLD && number != SIGTTIN && number != SIGTTOU
        && (number < 32 || number >= SIGRTMIN);
}

int main(int argc, char** argv) {
    struct sigaction action = {.sa_sigaction = seen, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigset_t none;
    if (argc < 2 || (file = open(argv[1], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) < 0) return 1;
    sigfillset(&action.sa_mask);
    for (int number = 1; number <= SIGRTMAX; number++)
        if (is_handled(number, argc)) sigaction(number, &action, NULL);
    roctxMarkA("call");
    char line[32];
    snprintf(line, sizeof line, "pid %d\n", (int)getpid());
    put(line);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    while (!ended) pause();
    roctxMarkA("end");
    return 7;
}
