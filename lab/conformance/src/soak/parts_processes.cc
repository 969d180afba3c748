// Parts of random programs: forks without exec, whose children make calls and end in every way, and programs that
// the program starts.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>

#include "soak.h"

extern char** environ;

namespace soak {

namespace {

enum End { EXIT_NOW, EXIT, QUICK_EXIT, ABORT, KILL_ITSELF, TERMINATE, ENDS };

void end_child(Random& random) {
    int status = random.below(100);
    switch (random.below(ENDS)) {
        case EXIT: exit(status);
        case QUICK_EXIT: quick_exit(status);
        case ABORT: abort();
        case KILL_ITSELF: kill(getpid(), SIGKILL); break;
        case TERMINATE: raise(SIGTERM); break;
        default: break;
    }
    _exit(status);
}

int await(pid_t child) {
    int status = -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return status;
}

int fork_once(Random random, int depth);

void be_child(Random& random, int depth, int ready) {
    some_calls(Random(random.next()), random.below(60));
    if (random.chance(40)) {
        uint64_t seed = random.next();
        int calls = random.between(1, 30);
        run_threads(random, random.between(1, 3),
                    [=](int number) { some_calls(Random(seed + (uint64_t)number), calls); });
    }
    if (depth > 0 && random.chance(50)) {
        int status = fork_once(Random(random.next()), depth - 1);
        if (status == -1) wrong("no grandchild", errno);
        some_calls(Random(random.next()), random.below(20));
    }
    if (ready >= 0) { // until it is killed
        if (write(ready, "r", 1) != 1) _exit(97);
        for (;;) some_calls(Random(random.next()), 10);
    }
    end_child(random);
}

int fork_once(Random random, int depth) {
    bool killed = random.chance(25);
    int ends[2] = {-1, -1};
    if (killed && pipe(ends) != 0) return -1;
    pid_t child = fork();
    if (child == 0) be_child(random, depth, ends[1]);
    if (killed) {
        char ready;
        close(ends[1]);
        while (read(ends[0], &ready, 1) < 0 && errno == EINTR) continue;
        close(ends[0]);
        kill(child, SIGKILL);
    }
    return child < 0 ? -1 : await(child);
}

std::string in_words(int status) {
    if (status == -1) return "none ";
    return (WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status)) : std::to_string(WEXITSTATUS(status)))
         + " ";
}

} // namespace

std::string forks_part(Random& random) {
    std::string said;
    for (int i = random.between(1, 6); i > 0; i--) {
        some_calls(Random(random.next()), random.below(20));
        said += in_words(fork_once(Random(random.next()), 2));
    }
    return said;
}

// --- programs ------------------------------------------------------------------------------------------------------

namespace {

pid_t start_by_fork(char** arguments, int calls) {
    pid_t child = fork();
    if (child != 0) return child;
    some_calls(Random(7), calls);
    execv(program_path, arguments);
    _exit(127);
}

pid_t start_by_vfork(char** arguments) {
    pid_t child = vfork();
    if (child != 0) return child;
    execv(program_path, arguments);
    _exit(127);
}

pid_t start_program(int how, char** arguments) {
    pid_t child = -1;
    if (how < 2) return start_by_fork(arguments, how * 5);
    if (how == 2) return start_by_vfork(arguments);
    return posix_spawn(&child, program_path, nullptr, nullptr, arguments, environ) == 0 ? child : -1;
}

} // namespace

std::string exec_part(Random& random) {
    std::string said, seed = std::to_string(random.next());
    const char* words[] = {program_path, "--guest", seed.c_str(), nullptr};
    for (int i = random.between(1, 2); i > 0; i--) {
        some_calls(Random(random.next()), random.below(10));
        pid_t child = start_program(random.below(4), const_cast<char**>(words));
        said += in_words(child < 0 ? -1 : await(child));
    }
    return said;
}

} // namespace soak
