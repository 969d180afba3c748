// A client of the helpers in C++: it checks values, prints those that differ, and returns how many there are.
#pragma once

#include <cstdio>
#include <cstdlib>

inline int wrong = 0;

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            ++wrong; \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition); \
        } \
    } while (false)

#define CHECK_THROWS(type, expression) \
    do { \
        bool thrown = false; \
        try { \
            (void)(expression); \
        } catch (const type&) { \
            thrown = true; \
        } \
        CHECK(thrown); \
    } while (false)
