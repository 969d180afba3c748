// Shared by the test programs: checks that print their location and end the program.
#ifndef SOFTKFD_CHECK_H
#define SOFTKFD_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            _Exit(1); \
        } \
    } while (0)

#define CHECK_EQUAL(expected, actual) \
    do { \
        long long expected_ = (long long)(expected), actual_ = (long long)(actual); \
        if (expected_ != actual_) { \
            fprintf(stderr, "%s:%d: %s is %lld, expected %lld\n", __FILE__, __LINE__, #actual, actual_, expected_); \
            _Exit(1); \
        } \
    } while (0)

#endif
