// The ends of programs, observed through librocprofiler-launch.
#include "test/scenario.h"

// Layout as written: clang-format reads the contents of braces in a macro as code.
// clang-format off
#define SHELL(script) {"./launched", "sh", "-c", script}

// The outer shell observes the exit code of a command that ends as its program ended.
#define ENDS(script) {"/bin/sh", "-c", "./launched as sh -c '" script "'; echo $?"}
// clang-format on

static const struct scenario scenarios[] = {
    {.name = "an exit code is reported", .program = SHELL("exit 7"), .out = "exited 7\n"},
    {.name = "a signal is reported", .program = SHELL("kill -9 $$"), .out = "signaled 9\n"},
    {.name = "a program that is not there is reported",
     .program = {"./launched", "./nothing"},
     .out = "not started 2 without a process\n"},
    {.name = "a directory is not executable",
     .program = {"./launched", "/"},
     .out = "not started 13 without a process\n"},
    {.name = "the environment is edited and otherwise the same",
     .program = SHELL("echo $ADDED $REMOVED $KEPT"),
     .environment = {"REMOVED=no", "KEPT=yes", "ADDED=0"},
     .out = "1 yes\nexited 0\n"},
    {.name = "the command ends with the program's code", .program = ENDS("exit 200"), .out = "200\n"},
    {.name = "a stopped program goes on when it is continued",
     .program =
         SHELL("(while ! grep -q T.*stopped /proc/$$/status; do :; done; kill -CONT $$) & kill -STOP $$; exit 3"),
     .out = "exited 3\n"},
#ifndef __SANITIZE_THREAD__ // it holds signals back for as long as a thread waits in the kernel
    {.name = "a signal to the command is the program's",
     .program = SHELL("trap \"echo mine; exit 5\" TERM; kill -TERM $PPID; while :; do :; done"),
     .out = "mine\nexited 5\n"},
#endif
};

int main(void) { return run_scenarios(scenarios, sizeof scenarios / sizeof *scenarios) != 0; }
