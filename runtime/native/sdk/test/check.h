// Reports failures of tests: the first ten.
#ifndef RPJ_TEST_CHECK_H
#define RPJ_TEST_CHECK_H

#include <atomic>
#include <cstdio>

static std::atomic<int> failures;

#define CHECK(condition) \
    do { \
        if (!(condition) && failures++ < 10) fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
    } while (0)

#endif
