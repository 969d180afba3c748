// Black-box tests of the C libraries: a program, its environment, and what it must print.
//
// run_scenarios runs each in a child process and is silent when all pass. It clears variables of the environment
// that concern ROCm, sets LD_LIBRARY_PATH to the current folder unless the scenario does, expects exit code 0 and
// nothing on stderr unless specified otherwise, and kills a program that hangs after a minute.
#ifndef TEST_SCENARIO_H
#define TEST_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>

enum { ARGUMENTS_MAX = 8, VARIABLES_MAX = 8 };

struct scenario {
    const char* name; // a sentence
    const char* program[ARGUMENTS_MAX];
    const char* environment[VARIABLES_MAX]; // NAME=VALUE; `@` in a value stands for the current folder
    const char* out;
    const char* error; // text that one single line on stderr contains; NULL: stderr stays empty
    bool sorted;       // threads print in any order: compare lines sorted
};

// Number of scenarios that failed.
int run_scenarios(const struct scenario* scenarios, size_t count);

#endif
