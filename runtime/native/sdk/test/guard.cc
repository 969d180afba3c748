// The guard alone: passes arguments and results exactly, catches exceptions where it should, and leaves no trace.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

#define _Static_assert static_assert // the header is C
extern "C" {
#include "rpj_native.h"

using six = uint64_t (*)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
uint64_t rpj_guarded_invoke(six, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
uint64_t rpj_guarded_callback(void* function, const void* record, void* user_data, void* argument);
uint64_t rpj_guarded_invoke_many(void* function, const uint64_t* arguments);
}

static int failures;

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            failures++; \
        } \
    } while (0)

static const uint64_t threw = RPJ_THREW;

static uint64_t weighted_sum(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f) {
    return a + 10 * b + 100 * c + 1000 * d + 10000 * e + 100000 * f;
}

// Counts the destructors that a propagating exception runs.
static int destroyed;

struct Witness {
    ~Witness() { destroyed++; }
};

static uint64_t throwing(uint64_t depth, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t) {
    Witness witness;
    if (depth == 0) throw std::runtime_error(std::string(100, 'x'));
    return throwing(depth - 1, 0, 0, 0, 0, 0) + 1;
}

static uint64_t catching(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t) {
    try {
        throw 42;
    } catch (int caught) {
        return static_cast<uint64_t>(caught);
    }
}

static uint64_t nested(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t) {
    if (rpj_guarded_invoke(throwing, 3, 0, 0, 0, 0, 0) != threw) return 0;
    throw 1;
}

static int ten(int a, int b, uint32_t c, const void* d, int e, const char* f, const char* g, const char* h, int i,
               void* j) {
    CHECK(reinterpret_cast<uintptr_t>(&a) != 0 && d == &failures && !strcmp(f, "f") && !strcmp(g, "g")
          && !strcmp(h, "h"));
    if (!j) throw std::runtime_error("from a function of ten arguments");
    return a + 10 * b + 100 * static_cast<int>(c) + 1000 * e + 10000 * i;
}

struct Record {
    uint64_t words[8];
};

static void callback(Record record, void* user_data, void* argument) {
    Record expected;
    for (uint64_t i = 0; i < 8; i++) expected.words[i] = 3 * i + 1;
    CHECK(memcmp(&record, &expected, sizeof record) == 0);
    *static_cast<uint64_t*>(user_data) = 7;
    if (argument) throw std::runtime_error("from a callback");
}

static void values() {
    CHECK(rpj_guarded_invoke(weighted_sum, 1, 2, 3, 4, 5, 6) == 654321);
    CHECK(rpj_guarded_invoke(catching, 0, 0, 0, 0, 0, 0) == 42);
}

static void exceptions() {
    destroyed = 0;
    CHECK(rpj_guarded_invoke(throwing, 4, 0, 0, 0, 0, 0) == threw);
    CHECK(destroyed == 5);
    CHECK(std::uncaught_exceptions() == 0);
    CHECK(std::current_exception() == nullptr);
    CHECK(rpj_guarded_invoke(nested, 0, 0, 0, 0, 0, 0) == threw);
    CHECK(std::uncaught_exceptions() == 0);
}

static void many() {
    auto word = [](const void* pointer) { return reinterpret_cast<uint64_t>(pointer); };
    uint64_t arguments[12] = {1, 2, 3, word(&failures), 4, word("f"), word("g"), word("h"), 5, 1, ~0ull, ~0ull};
    void* function = reinterpret_cast<void*>(ten);
    CHECK(static_cast<int>(rpj_guarded_invoke_many(function, arguments)) == 54321);
    arguments[9] = 0;
    CHECK(rpj_guarded_invoke_many(function, arguments) == threw);
    CHECK(std::uncaught_exceptions() == 0);
}

static void callbacks() {
    Record record;
    for (uint64_t i = 0; i < 8; i++) record.words[i] = 3 * i + 1;
    uint64_t user_data = 0;
    void* function = reinterpret_cast<void*>(callback);
    CHECK(rpj_guarded_callback(function, &record, &user_data, nullptr) == 0);
    CHECK(user_data == 7);
    CHECK(rpj_guarded_callback(function, &record, &user_data, &user_data) == threw);
    CHECK(std::uncaught_exceptions() == 0);
}

// The guard must ignore an exception that is in flight elsewhere on the stack.
static void inside_a_handler() {
    try {
        throw std::runtime_error("outer");
    } catch (const std::exception& outer) {
        CHECK(rpj_guarded_invoke(throwing, 0, 0, 0, 0, 0, 0) == threw);
        CHECK(strcmp(outer.what(), "outer") == 0);
        CHECK(std::current_exception() != nullptr);
    }
    CHECK(std::current_exception() == nullptr);
}

int main() {
    values();
    exceptions();
    many();
    callbacks();
    inside_a_handler();
    std::thread([] { exceptions(); }).join();
    return failures != 0;
}
