// The thunks alone, without engine or JVM: they pass registers, stack words and results exactly; frames contain the
// caller's values; exceptions, longjmp and unwinders pass as through an untraced call.
#include <csetjmp>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <execinfo.h>
#include <stdexcept>
#include <unwind.h>

#define _Static_assert static_assert // the header is C
extern "C" {
#include "rpj_native.h"
native_slot_t rpj_slots[RPJ_SLOT_COUNT] __attribute__((aligned(64), visibility("hidden")));
extern const char rpj_thunks[] __attribute__((visibility("hidden")));
}

static int failures;

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            failures++; \
        } \
    } while (0)

// The frame at the last enter and exit.
static native_frame_t seen;
static int enters, exits, declined;

static native_plan_t plan, other_plan;
static bool changes_plan;

static int on_enter(native_slot_t* slot, native_frame_t* frame) {
    seen = *frame;
    if (changes_plan) slot->plan = &other_plan;
    enters++;
    // The engine may use every scratch register.
    __asm__ volatile("xorps %%xmm0, %%xmm0\n xorps %%xmm1, %%xmm1\n xorps %%xmm7, %%xmm7" ::: "xmm0", "xmm1", "xmm7");
    return !declined;
}

static void on_exit_of_call(native_slot_t*, native_frame_t* frame) {
    seen = *frame;
    exits++;
    __asm__ volatile("xorps %%xmm0, %%xmm0" ::: "xmm0", "rax", "rdx");
}

template <typename F>
static F* wrap(int index, F* target, uint32_t stack_words, bool floats = false, bool active = true) {
    native_slot_t& slot = rpj_slots[index];
    slot.target = reinterpret_cast<void*>(target);
    slot.plan = &plan;
    slot.stack_words = stack_words;
    slot.floats = floats;
    slot.active = active;
    return reinterpret_cast<F*>(const_cast<char*>(rpj_thunks + 32 * index));
}

struct dim {
    uint32_t x, y, z;
};
struct extent {
    uint64_t w, h, d;
};
struct channel {
    int x, y, z, w, f;
};

static uint64_t many(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g, uint64_t h,
                     uint64_t i) {
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i;
}

static double floats(double a, float b, int c, double d, float e, double f, double g, double h, double i, double j) {
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j;
}

static uint64_t structs(dim grid, dim block, extent area, uint64_t last) {
    return grid.x + grid.y * 10 + grid.z * 100 + block.x * 1000 + block.y * 10000 + block.z * 100000 + area.w * 1000000
         + area.h * 10000000 + area.d * 100000000 + last * 1000000000;
}

static channel returns_struct(int a, int b) { return {a, b, a + b, a - b, 7}; }

static int sum_of_ints(int n, ...) {
    va_list list;
    va_start(list, n);
    double total = 0;
    for (int i = 0; i < n; i++) total += va_arg(list, double);
    va_end(list);
    return (int)total;
}

static int throws(int a) { throw std::runtime_error(std::to_string(a)); }

static jmp_buf back;
static void jumps(int value) { longjmp(back, value); }

static _Unwind_Reason_Code count_frame(_Unwind_Context*, void* count) {
    ++*static_cast<int*>(count);
    return _URC_NO_REASON;
}

__attribute__((noinline)) static int depth() {
    int count = 0;
    _Unwind_Backtrace(count_frame, &count);
    return count;
}

static void arguments_and_results() {
    auto m = wrap(0, many, 3);
    CHECK(m(1, 2, 3, 4, 5, 6, 7, 8, 9) == many(1, 2, 3, 4, 5, 6, 7, 8, 9));
    CHECK(seen.int_regs[0] == 1 && seen.int_regs[5] == 6 && enters == 1 && exits == 1);
    CHECK(seen.ret_rax == many(1, 2, 3, 4, 5, 6, 7, 8, 9));
    auto f = wrap(2, floats, 1, true);
    CHECK(f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == floats(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    double first, eighth;
    memcpy(&first, &seen.xmm_regs[0], sizeof first);
    memcpy(&eighth, &seen.xmm_regs[7], sizeof eighth);
    CHECK(first == 1.0 && eighth == 9.0);
    auto s = wrap(3, structs, 3);
    dim grid{1, 2, 3}, block{4, 5, 6};
    extent area{7, 8, 9};
    CHECK(s(grid, block, area, 5) == structs(grid, block, area, 5));
    auto r = wrap(4, returns_struct, 0);
    channel c = r(3, 4), expected = returns_struct(3, 4);
    CHECK(memcmp(&c, &expected, sizeof c) == 0);
    auto v = wrap(5, sum_of_ints, 0, true);
    CHECK(v(3, 1.0, 2.0, 3.5) == 6);
}

static void flags() {
    auto m = wrap(6, many, 3, false, false);
    enters = exits = 0;
    CHECK(m(9, 8, 7, 6, 5, 4, 3, 2, 1) == many(9, 8, 7, 6, 5, 4, 3, 2, 1));
    CHECK(enters == 0 && exits == 0);
    rpj_slots[6].active = 1ull << 63;
    declined = 1;
    CHECK(m(9, 8, 7, 6, 5, 4, 3, 2, 1) == many(9, 8, 7, 6, 5, 4, 3, 2, 1));
    CHECK(enters == 1 && exits == 0);
    auto f = wrap(10, floats, 1, true);
    CHECK(f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == floats(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    declined = 0;
    auto last = wrap(RPJ_SLOT_COUNT - 1, many, 3);
    CHECK(last(1, 1, 1, 1, 1, 1, 1, 1, 1) == 45);
}

static void unwinding() {
    auto t = wrap(7, throws, 0);
    try {
        t(42);
        CHECK(false);
    } catch (const std::runtime_error& error) {
        CHECK(strcmp(error.what(), "42") == 0);
    }
    auto j = wrap(8, jumps, 0);
    int value = setjmp(back);
    if (value == 0) j(5);
    CHECK(value == 5);
    auto d = wrap(9, depth, 0);
    int traced = d();
    rpj_slots[9].active = 0;
    int untraced = d();
    CHECK(traced == untraced + 1);
}

static int never_enters(native_slot_t*, native_frame_t*) {
    failures++;
    return 0;
}

// A slot may get another plan while a call is open.
static void plans() {
    auto m = wrap(11, many, 3);
    other_plan.enter = reinterpret_cast<void*>(never_enters);
    changes_plan = true;
    int before = exits;
    CHECK(m(1, 1, 1, 1, 1, 1, 1, 1, 1) == 45);
    CHECK(exits == before + 1 && seen.plan == &plan && rpj_slots[11].plan == &other_plan);
    changes_plan = false;
}

int main() {
    plan.enter = reinterpret_cast<void*>(on_enter);
    plan.exit = reinterpret_cast<void*>(on_exit_of_call);
    arguments_and_results();
    flags();
    unwinding();
    plans();
    return failures ? 1 : 0;
}
