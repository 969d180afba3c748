// What is said of exceptions that leave a tool's functions: those that are thrown again, that nest others, and that
// derive from std::exception in any way; and of one that a request for an external id throws, which the call survives.
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <future>
#include <stdexcept>
#include <string>

#define _Static_assert static_assert // the headers are C
extern "C" {
#include "base/engine.h"
#include "calls/external_ids.h"
#include "threads/thread_life.h"
#include "tools/thrown.h"

using six = uint64_t (*)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
uint64_t rpj_guarded_invoke(six, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
}

#include "check.h"
#include "without_jvm.h"

static std::string complaint;

extern "C" void* rpj_create_jvm(const char*, const char*) { return &rpj_link; }

extern "C" int rpj_start_engine(void*, bool, const char*) { return 0; }

extern "C" void __wrap_rpj_complain(const char* format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    complaint = text;
}

struct Base : virtual std::exception {
    const char* what() const noexcept override { return "derives virtually"; }
};

struct Left : virtual Base {
    uint64_t words[3] = {1, 2, 3};
};

struct Right : virtual Base {
    uint64_t words[5] = {};
};

struct Diamond : Left, Right {};

struct Plain {
    int value = 3;
};

static uint64_t from_pointer(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t) {
    std::promise<int> promise;
    promise.set_exception(std::make_exception_ptr(std::runtime_error("of another thread")));
    return static_cast<uint64_t>(promise.get_future().get());
}

static uint64_t again(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t) {
    try {
        throw std::out_of_range("the first time");
    } catch (...) {
        throw;
    }
}

static uint64_t pointed_twice(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t) {
    try {
        std::rethrow_exception(std::make_exception_ptr(Diamond()));
    } catch (...) {
        std::rethrow_exception(std::current_exception());
    }
}

static uint64_t diamond(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t) { throw Diamond(); }

static uint64_t plain(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t) { throw Plain(); }

static uint64_t number(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t) { throw 42; }

static void nest(uint64_t depth) {
    if (depth == 0) throw std::logic_error("innermost");
    try {
        nest(depth - 1);
    } catch (...) {
        std::throw_with_nested(std::runtime_error("depth " + std::to_string(depth)));
    }
}

static uint64_t nested(uint64_t depth, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t) {
    nest(depth);
    return 0;
}

// An exception that nests none, as it was made outside of a handler.
static uint64_t nests_none(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t) {
    std::throw_with_nested(std::runtime_error("alone"));
}

static std::string said(six function, uint64_t argument = 0) {
    CHECK(rpj_guarded_invoke(function, argument, 0, 0, 0, 0, 0) == static_cast<uint64_t>(RPJ_THREW));
    CHECK(std::uncaught_exceptions() == 0 && std::current_exception() == nullptr);
    static char text[RPJ_THROWN_BYTES];
    return rpj_thrown(reinterpret_cast<const void*>(rpj_guarded_invoke), text); // of no tool's library
}

static void says(const std::string& text, const std::string& expected) {
    if (text == expected) return;
    fprintf(stderr, "expected \"%s\", got \"%s\"\n", expected.c_str(), text.c_str());
    CHECK(!"the text is right");
}

static void kinds() {
    says(said(from_pointer), ": std::runtime_error: of another thread");
    says(said(again), ": std::out_of_range: the first time");
    says(said(diamond), ": Diamond: derives virtually");
    says(said(pointed_twice), ": Diamond: derives virtually");
    says(said(plain), ": Plain");
    says(said(number), ": int");
}

static const std::string outer = ": std::_Nested_exception<std::runtime_error>: ";

static void nestings() {
    says(said(nested, 1), outer + "depth 1; it nests: std::logic_error: innermost");
    says(said(nested, 2), outer + "depth 2; it nests" + outer + "depth 1; it nests: std::logic_error: innermost");
    const std::string deep = said(nested, 20); // as much as there is room for
    CHECK(deep.rfind(outer + "depth 20; it nests", 0) == 0 && deep.find("depth 17") != std::string::npos);
    CHECK(deep.find("depth 16") == std::string::npos);
    says(said(nests_none), outer + "alone");
}

// Nothing that was looked at is kept.
static int alive;

struct Counted : std::exception {
    Counted() { alive++; }
    Counted(const Counted& other) : std::exception(other) { alive++; }
    ~Counted() override { alive--; }
};

static uint64_t counted(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t) {
    std::rethrow_exception(std::make_exception_ptr(Counted()));
}

static void leaves_nothing() {
    for (int i = 0; i < 100; i++) says(said(counted), ": Counted: std::exception");
    CHECK(alive == 0);
}

static int throwing_request(uint64_t, uint64_t, int, int, uint64_t, uint64_t* id, void*) {
    *id = 4711;
    throw std::runtime_error("no id");
}

// The event gets the id that the thread has pushed.
static void requests() {
    native_entry_t entry = {};
    native_plan_t plan = {};
    native_frame_t frame = {};
    native_thread_t* thread = rpj_thread();
    entry.request_function = reinterpret_cast<void*>(throwing_request);
    plan.entries = &entry;
    rpj_link.external_default = 7;
    CHECK(thread != nullptr);
    rpj_externals(&plan, &frame, 1, 0);
    CHECK(frame.external[0] == 7 && frame.requested == 1);
    says(complaint, "a callback of a tool threw a C++ exception: std::runtime_error: no id; it was stopped there");
    CHECK(thread->inside == 0 && std::current_exception() == nullptr);
}

int main() {
    kinds();
    nestings();
    leaves_nothing();
    requests();
    return failures != 0;
}
