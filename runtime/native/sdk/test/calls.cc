// The steps of a traced call and of a range in their order, in every mixture: callbacks of C tools, handlers and hooks
// in Java, records that are kept and that the engine appends, retirements. A miniature engine writes down what it is
// visited for. Also for the sanitizers.
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "check.h"

#define _Static_assert static_assert // the headers are C
extern "C" {
#include "base/engine.h"
#include "base/slots.h"
#include "boot/boot.h"
#include "calls/call_paths.h"
#include "engine/keep.h"
#include "engine/without_java.h"
#include "rpj_segment.h"
#include "threads/thread_life.h"
#include "without_jvm.h"
}

namespace {

enum { ENTER = 1 };
enum : uint32_t { STRETCH = 2, RETIREMENTS = 9, SLOT = 5, RANGE = 6 };
enum : uint64_t { KIND = 11 | 3ull << 32, AWAKE = 1ull << RPJ_AWAKE_BIT };

std::vector<std::string> seen;
uint64_t last_appended[64];

std::string phase_of(const native_frame_t* frame) { return frame->record[6] == ENTER ? " in" : " out"; }

// --- the miniature engine ------------------------------------------------------------------------------------------

alignas(64) char stretch[RPJ_DEFAULT_STRETCH_SIZE];
alignas(64) native_kept_t kept;
segment_totals_t totals;

native_slot_t slot;
native_entry_t entries[6], range_entries[6], retirement_entry;
native_plan_t plan, range, retirement;
uint64_t retirement_active = 1;

uint64_t engine_step(uint64_t what, uint64_t address) {
    auto* frame = reinterpret_cast<native_frame_t*>(address);
    CHECK(((uint32_t)what == SLOT || (uint32_t)what == RANGE) && rpj_thread()->inside == 1);
    const native_plan_t& of = (uint32_t)what == SLOT ? plan : range;
    errno = 77;
    switch (what >> RPJ_STEP_SHIFT & 0xff) {
        case RPJ_STEP_ENTER_OUTER: seen.push_back("outer in"); break;
        case RPJ_STEP_ENTER_INNER: seen.push_back("inner in"); break;
        case RPJ_STEP_EXIT_INNER: seen.push_back("inner out"); break;
        case RPJ_STEP_EXIT_OUTER: seen.push_back("outer out"); break;
        case RPJ_STEP_ASK: seen.push_back("ask"); break;
        default: {
            uint64_t rest = frame->active & of.callbacks & ~0ull << (what >> RPJ_ENTRY_SHIFT);
            for (; rest && of.handlers & rest & -rest; rest &= rest - 1) {
                unsigned i = (unsigned)__builtin_ctzll(rest);
                CHECK(frame->user_data[i] == (frame->record[6] == ENTER ? 0 : 40 + i));
                frame->user_data[i] = 40 + i;
                seen.push_back("java " + std::to_string(i) + phase_of(frame));
            }
        }
    }
    return 0;
}

uint64_t engine_call(uint64_t function, uint64_t address) {
    auto* words = reinterpret_cast<uint64_t*>(address);
    CHECK(rpj_thread()->inside == 1);
    if (function == RPJ_CALL_RECORD) {
        const auto* record = reinterpret_cast<const uint64_t*>(words[1]);
        memcpy(last_appended, record, words[2]);
        seen.push_back(words[0] == RETIREMENTS ? "retired " + std::to_string(record[3])
                                               : "appended " + std::to_string(record[2]));
        words[RPJ_ANSWER_WORD] = 1;
    } else if (function == RPJ_CALL_RETIRE) {
        seen.push_back("asks to retire " + std::to_string(words[0]));
    }
    return 0;
}

// --- tools ---------------------------------------------------------------------------------------------------------

struct Record {
    uint64_t context, thread_id, internal, external, ancestor, kind_operation;
    uint32_t phase, unused;
    uint64_t* payload;
};

std::vector<Record> told;
std::vector<uint64_t> payload;

void on_event(Record record, uint64_t* user_data, void* argument) {
    auto i = (unsigned)reinterpret_cast<uintptr_t>(argument);
    CHECK(rpj_thread()->inside == 0 && record.context == 100 + i && record.kind_operation == KIND);
    CHECK(*user_data == (record.phase == ENTER ? 0 : 40 + i));
    *user_data = 40 + i;
    seen.push_back("c " + std::to_string(i) + (record.phase == ENTER ? " in" : " out"));
    told.push_back(record);
    payload.assign(record.payload, record.payload + record.payload[0] / 8);
}

// --- calls ---------------------------------------------------------------------------------------------------------

native_frame_t* frames; // on this thread's stack: a lower index is a later call
constexpr int FRAMES = RPJ_OPEN_FRAMES + 2;

native_frame_t* frame_at(int depth) { return &frames[FRAMES - 1 - depth]; }

int enter(uint64_t active, int depth, uint64_t a0 = 0, uint64_t a1 = 0) {
    native_frame_t* frame = frame_at(depth);
    memset(static_cast<void*>(frame), 0x5a, sizeof *frame);
    frame->int_regs[0] = a0;
    frame->int_regs[1] = a1;
    frame->plan = &plan;
    slot.active = active;
    errno = 5;
    int traced = rpj_enter(&slot, frame);
    CHECK(errno == 5 && rpj_thread()->inside == 0);
    return traced;
}

void leave(int depth, uint64_t result = 0) {
    native_frame_t* frame = frame_at(depth);
    frame->ret_rax = result;
    slot.active = 0; // is not read again
    rpj_exit(&slot, frame);
    CHECK(errno == 5 && rpj_thread()->inside == 0);
}

void forget() {
    seen.clear();
    told.clear();
}

uint64_t newest() { return reinterpret_cast<native_ids_t*>(rpj_thread()->ids)->last; }

void expect(const std::vector<std::string>& wanted, int line) {
    if (seen != wanted) {
        fprintf(stderr, "line %d:", line);
        for (const std::string& one : seen) fprintf(stderr, " [%s]", one.c_str());
        fprintf(stderr, "\n");
    }
    CHECK(seen == wanted);
    forget();
}
#define EXPECT(...) expect(std::vector<std::string>{__VA_ARGS__}, __LINE__)

uint64_t moves[] = {offsetof(native_frame_t, int_regs) | 0 << 16 | 8ull << 32,
                    (offsetof(native_frame_t, int_regs) + 8) | 8 << 16 | 8ull << 32};

// Entries 0 and 3 are callbacks of C tools, 1 and 2 handlers in Java, 4 is a kept record, 5 one that is appended.
void make_plan() {
    for (uint32_t i = 0; i < 6; i++) {
        entries[i].context = 100 + i;
        entries[i].kind_operation = KIND;
        entries[i].context_index = i;
        entries[i].argument = reinterpret_cast<void*>((uintptr_t)i);
        entries[i].record_bytes = RPJ_SEGMENT_CALL_RESULT;
        entries[i].buffer = i;
    }
    entries[0].function = entries[3].function = reinterpret_cast<void*>(on_event);
    entries[4].record = RPJ_RECORD_KEPT;
    entries[4].stretch = STRETCH;
    entries[4].record_bytes = RPJ_SEGMENT_CALL_SIZEOF + 16;
    entries[5].record = RPJ_RECORD_APPENDED;
    plan.payload_size = 32;
    plan.return_offset = 24;
    plan.return_bytes = 8;
    plan.move_count = 2;
    plan.moves = moves;
    plan.entries = entries;
    plan.callbacks = 0xf;
    plan.handlers = 0x6;
    plan.buffers = 0x30;
    plan.kept = 0x10;
    plan.known = ~0ull;
    slot.plan = &plan;
    slot.index = plan.index = SLOT;
    retirement_entry.record = RPJ_RECORD_APPENDED;
    retirement_entry.buffer = RETIREMENTS;
    retirement_entry.kind_operation = 13;
    retirement.entries = &retirement_entry;
    retirement.buffers = 1;
}

// --- tests ---------------------------------------------------------------------------------------------------------

void steps_are_in_order() {
    plan.steps = RPJ_HAS_OUTER_HOOK | RPJ_HAS_INNER_HOOK;
    CHECK(enter(0x3f, 0, 11, 12) == 1);
    uint64_t id = newest();
    EXPECT("outer in", "c 0 in", "java 1 in", "java 2 in", "c 3 in", "inner in");
    leave(0, 99);
    CHECK(payload == (std::vector<uint64_t>{32, 11, 12, 99}));
    EXPECT("inner out", "c 0 out", "java 1 out", "java 2 out", "c 3 out", "appended " + std::to_string(id),
           "outer out");
    CHECK(last_appended[1] == KIND && last_appended[4] == 0 && last_appended[5]
          && last_appended[5] <= last_appended[6]);
    auto* from = reinterpret_cast<segment_stretch_t*>(stretch);
    CHECK(from->submitted == 1);
    const char* at = reinterpret_cast<const char*>(from + 1);
    const segment_call_t* call = nullptr; // after the thread's name
    for (; at < stretch + sizeof(segment_stretch_t) + from->used; at += (*(const uint64_t*)at + 7) & ~7ull)
        if (reinterpret_cast<const segment_call_t*>(at)->correlation_id[0] == id)
            call = reinterpret_cast<const segment_call_t*>(at);
    CHECK(call != nullptr && call->size == entries[4].record_bytes && call->result == 99);
    if (call != nullptr) CHECK(memcmp(call + 1, &frame_at(0)->int_regs, 16) == 0);
    plan.steps = 0;
}

// Each subset of the entries gets its own events, and no other.
void each_mixture() {
    static const char* const callbacks[] = {"c 0", "java 1", "java 2", "c 3"};
    for (uint64_t hooks = 0; hooks < 4; hooks++) {
        for (uint64_t active = 1; active < 64; active++) {
            plan.steps = hooks;
            CHECK(enter(active, 0) == 1);
            leave(0);
            std::vector<std::string> wanted;
            if (hooks & RPJ_HAS_OUTER_HOOK) wanted.push_back("outer in");
            for (int i = 0; i < 4; i++)
                if (active >> i & 1) wanted.push_back(std::string(callbacks[i]) + " in");
            if (hooks & RPJ_HAS_INNER_HOOK) wanted.push_back("inner in"), wanted.push_back("inner out");
            for (int i = 0; i < 4; i++)
                if (active >> i & 1) wanted.push_back(std::string(callbacks[i]) + " out");
            if (active & 0x20) wanted.push_back("appended " + std::to_string(newest()));
            if (hooks & RPJ_HAS_OUTER_HOOK) wanted.push_back("outer out");
            expect(wanted, __LINE__);
        }
    }
    plan.steps = 0;
}

void results_have_the_bytes_of_their_type() {
    static const struct {
        uint32_t bytes;
        uint64_t wanted;
    } types[] = {{0, 0}, {1, 0xfe}, {2, 0xbafe}, {4, 0x5678bafe}, {8, 0x12345678bafe}};
    for (const auto& type : types) {
        plan.return_bytes = type.bytes;
        enter(1, 0, 11, 12);
        leave(0, 0x12345678bafe);
        CHECK(payload[3] == type.wanted);
    }
    uint64_t returned[2] = {5, 6};
    plan.return_bytes = 16;
    plan.payload_size = 40;
    enter(1, 0, 11, 12);
    leave(0, reinterpret_cast<uint64_t>(returned));
    CHECK(payload == (std::vector<uint64_t>{40, 11, 12, 5, 6}));
    plan.return_bytes = 8;
    plan.payload_size = 32;
    forget();
}

void who_is_closed_is_counted() {
    native_thread_t* thread = rpj_thread();
    uint64_t before = thread->passed_through;
    CHECK(enter(0, 0) == 0 && thread->passed_through == before);
    CHECK(enter(RPJ_COUNTED, 0) == 0 && thread->passed_through == before + 1);
    CHECK(enter(RPJ_COUNTED | 1, 0) == 1 && thread->passed_through == before + 1);
    leave(0);
    EXPECT("c 0 in", "c 0 out");
    plan.steps = RPJ_HAS_OUTER_HOOK; // a hook that has to see each call
    CHECK(enter(RPJ_COUNTED | AWAKE, 0) == 1 && thread->passed_through == before + 2);
    leave(0);
    CHECK(enter(AWAKE, 0) == 1 && thread->passed_through == before + 2 && thread->depth == 0);
    leave(0);
    EXPECT("outer in", "outer out", "outer in", "outer out");
    plan.steps = 0;
}

void calls_within_calls() {
    native_thread_t* thread = rpj_thread();
    uint64_t left = thread->abandoned;
    enter(1, 0);
    uint64_t first = newest();
    enter(1, 1);
    enter(1, 2);
    CHECK(told[0].ancestor == 0 && told[1].ancestor == first && told[2].ancestor == told[1].internal);
    enter(1, 1); // those at 1 and 2 were left
    CHECK(told[3].ancestor == first && thread->depth == 2 && thread->abandoned == left + 2);
    enter(1, 2);
    leave(1); // and this one, too
    CHECK(thread->depth == 1 && thread->abandoned == left + 3);
    auto* elsewhere = static_cast<native_frame_t*>(aligned_alloc(16, sizeof(native_frame_t)));
    elsewhere->plan = &plan;
    slot.active = 1; // a coroutine's call ends none on the thread's own stack
    CHECK(rpj_enter(&slot, elsewhere) == 1 && thread->depth == 2);
    rpj_exit(&slot, elsewhere);
    leave(0);
    CHECK(thread->depth == 0 && thread->abandoned == left + 3);
    free(elsewhere);
    forget();
    uint64_t passed = thread->passed_through;
    for (int i = 0; i < RPJ_OPEN_FRAMES; i++) CHECK(enter(1, i) == 1);
    CHECK(enter(1, RPJ_OPEN_FRAMES) == 0 && thread->passed_through == passed + 1);
    for (int i = RPJ_OPEN_FRAMES - 1; i >= 0; i--) leave(i);
    CHECK(thread->depth == 0 && thread->abandoned == left + 3 && told.size() == 2 * RPJ_OPEN_FRAMES);
    forget();
}

void ids_retire() {
    native_thread_t* thread = rpj_thread();
    plan.steps = RPJ_RETIRES;
    rpj_link.retirement_active = &retirement_active;
    rpj_link.retirement = &retirement;
    enter(0x21, 0);
    std::string outer = std::to_string(newest());
    enter(1, 1);
    std::string left = std::to_string(newest());
    leave(0);
    EXPECT("c 0 in", "c 0 in", "c 0 out", "appended " + outer, "retired " + left, "retired " + outer);
    CHECK(last_appended[1] == 13 && last_appended[2] > 0);
    enter(1, 0);
    outer = std::to_string(newest());
    thread->held_id = newest(); // it has sent work
    leave(0);
    EXPECT("c 0 in", "c 0 out", "asks to retire " + outer);
    retirement_active = 0;
    enter(1, 0);
    leave(0);
    EXPECT("c 0 in", "c 0 out");
    rpj_link.retirement = nullptr;
    plan.steps = 0;
}

void java_is_asked_for_ids() {
    plan.steps = RPJ_ASKS_JAVA;
    enter(1, 0);
    leave(0);
    EXPECT("ask", "c 0 in", "c 0 out");
    plan.steps = 0;
}

// --- ranges --------------------------------------------------------------------------------------------------------

native_plan_t range_calls[2];
uint64_t range_active;

// Two slots of one table: calls of the first open ranges, those of the second close them.
void make_ranges(uint32_t opens, uint32_t closes) {
    memcpy(range_entries, entries, sizeof entries);
    range_entries[4].record_bytes = RPJ_SEGMENT_CALL_RESULT;
    range = plan;
    range.entries = range_entries;
    range.index = RANGE;
    range.move_count = 1;
    const uint32_t roles[] = {opens, closes};
    for (int i = 0; i < 2; i++) {
        range_calls[i] = {};
        range_calls[i].known = ~0ull;
        range_calls[i].range = &range;
        range_calls[i].range_active = &range_active;
        range_calls[i].role = roles[i];
        range_calls[i].steps = RPJ_RANGE_VISITS;
        rpj_slots[i] = {};
        rpj_slots[i].target = &rpj_slots;
        rpj_slots[i].plan = &range_calls[i];
    }
}

int range_call(int of, uint64_t active, uint64_t argument, uint64_t result) {
    native_frame_t* frame = frame_at(0);
    memset(static_cast<void*>(frame), 0x5a, sizeof *frame);
    frame->slot = &rpj_slots[of];
    frame->plan = &range_calls[of];
    frame->int_regs[0] = argument;
    rpj_slots[of].active = (rpj_slots[of].active & AWAKE) | active;
    int traced = rpj_enter(&rpj_slots[of], frame);
    CHECK(errno == 5 && rpj_thread()->inside == 0);
    frame->ret_rax = result;
    if (traced) rpj_exit(&rpj_slots[of], frame);
    CHECK(errno == 5 && rpj_thread()->inside == 0);
    return traced;
}

uint64_t kept_bytes() { return reinterpret_cast<segment_stretch_t*>(stretch)->used; }

// Whoever hears of the beginning hears of the end, and nobody else: the contexts may have stopped meanwhile.
void ranges_in_each_mixture() {
    static const char* const callbacks[] = {"c 0", "java 1", "java 2", "c 3"};
    static const uint32_t roles[][2] = {{RPJ_ROLE_PUSH, RPJ_ROLE_POP}, {RPJ_ROLE_START, RPJ_ROLE_STOP}};
    const auto message = reinterpret_cast<uint64_t>("a range");
    for (const auto& role : roles) {
        make_ranges(role[0], role[1]);
        const bool pushes = role[0] == RPJ_ROLE_PUSH;
        for (uint64_t turn = 1; turn < 128; turn++) {
            const uint64_t active = turn & 63;
            range_calls[0].steps = range_calls[1].steps = turn & 64 ? 0 : RPJ_RANGE_VISITS;
            if (!active || (turn & 64 && active & range.handlers)) continue;
            const uint64_t key = pushes ? 3 : 1000 + active, used = kept_bytes();
            range_active = active;
            errno = 5;
            CHECK(range_call(0, 1, message, key) == 1);
            const uint64_t id = newest();
            CHECK(rpj_thread()->range_top_id == id && (kept_bytes() > used) == (active >> 4 & 1));
            std::vector<std::string> wanted;
            for (int i = 0; i < 4; i++)
                if (active >> i & 1) wanted.push_back(std::string(callbacks[i]) + " in");
            expect(wanted, __LINE__);
            range_active = 0;
            CHECK(rpj_slots[1].active == AWAKE);
            range_call(1, 0, pushes ? 0 : key + 1, pushes ? key + 1 : 0); // of another
            CHECK(seen.empty());
            CHECK(range_call(1, 0, pushes ? 0 : key, pushes ? key : 0) == 1);
            wanted.clear();
            for (int i = 0; i < 4; i++)
                if (active >> i & 1) wanted.push_back(std::string(callbacks[i]) + " out");
            if (active & 0x20) wanted.push_back("appended " + std::to_string(id));
            if (active & 9) CHECK(payload == (std::vector<uint64_t>{32, message, 0, key}));
            if (active & 9) CHECK(told.back().internal == id && told.back().ancestor == 0);
            if (active & 0x20) CHECK(last_appended[5] && last_appended[5] <= last_appended[6]);
            expect(wanted, __LINE__);
            CHECK(rpj_thread()->range_top_id == 0);
            range_call(1, 0, pushes ? 0 : key, pushes ? key : 0); // nothing is open
            CHECK(seen.empty());
        }
        rpj_slots[1].active = 0;
    }
}

void ranges_enclose_calls_and_ranges() {
    make_ranges(RPJ_ROLE_PUSH, RPJ_ROLE_POP);
    range_active = 1;
    CHECK(range_call(0, 1, 0, 0) == 1);
    const uint64_t outer = newest();
    CHECK(range_call(0, 1, 0, 1) == 1 && told.back().ancestor == outer);
    const uint64_t inner = newest();
    enter(1, 1);
    CHECK(told.back().ancestor == inner);
    leave(1);
    CHECK(range_call(1, 0, 0, 1) == 1 && told.back().internal == inner);
    enter(1, 1);
    CHECK(told.back().ancestor == outer);
    leave(1);
    CHECK(range_call(1, 0, 0, -1ull) == 1 && told.back().internal != outer); // an error of the program's
    rpj_thread()->scope_top_id = 1; // a task of OpenMP that the thread goes on with now
    rpj_thread()->scope_top_since = newest();
    enter(1, 1);
    CHECK(told.back().ancestor == 1);
    leave(1);
    rpj_thread()->scope_top_id = rpj_thread()->scope_top_since = 0;
    CHECK(range_call(1, 0, 0, 0) == 1 && told.back().internal == outer);
    forget();
}

// The operation that encloses a function has an id of its own and is over when the function is.
void an_enclosing_operation_is_around_its_call() {
    make_ranges(RPJ_ROLE_ENCLOSE, 0);
    range_active = 0x2f;
    range_calls[0].callbacks = 1;
    range_calls[0].entries = entries;
    range_calls[0].return_bytes = 4;
    range_calls[0].payload_size = 32;
    range_calls[0].return_offset = 24;
    CHECK(range_call(0, 1, 0, 0x1234567812ull) == 1);
    const uint64_t call = newest(), around = call - 1;
    EXPECT("c 0 in", "java 1 in", "java 2 in", "c 3 in", "c 0 in", "c 0 out", "c 0 out", "java 1 out", "java 2 out",
           "c 3 out", "appended " + std::to_string(around));
    CHECK(payload[3] == 0x34567812);
    CHECK(rpj_thread()->range_top_id == 0);
}

void ids_of_ranges_retire() {
    make_ranges(RPJ_ROLE_PUSH, RPJ_ROLE_POP);
    range.steps = RPJ_RETIRES;
    rpj_link.retirement = &retirement;
    __atomic_store_n(&retirement_active, 1, __ATOMIC_SEQ_CST);
    range_active = 0x20;
    CHECK(range_call(0, 1, 0, 0) == 1 && seen.empty());
    const uint64_t id = newest();
    CHECK(range_call(1, 0, 0, 0) == 1);
    EXPECT("appended " + std::to_string(id), "retired " + std::to_string(id));
    for (int i = 0; i < 100; i++) CHECK(range_call(0, 1, 0, (uint64_t)i) == 1);
    reinterpret_cast<void (*)()>(rpj_link.retire_ranges)();
    CHECK(seen.size() == 100);
    forget();
    CHECK(range_call(1, 0, 0, 99) == 1);
    EXPECT("appended " + std::to_string(id + 100));
    for (uint64_t i = 99; i-- > 0;) CHECK(range_call(1, 0, 0, i) == 1);
    forget();
    rpj_link.retirement = nullptr;
}

// Records go on, everything else ends: at once, and for calls that have begun.
void without_java() {
    plan.steps = RPJ_HAS_OUTER_HOOK | RPJ_RETIRES;
    rpj_link.retirement = &retirement;
    retirement_active = 1;
    CHECK(enter(0x3f, 0) == 1);
    forget();
    uint64_t used = reinterpret_cast<segment_stretch_t*>(stretch)->used;
    rpj_engine_end();
    leave(0);
    CHECK(reinterpret_cast<segment_stretch_t*>(stretch)->used == used + entries[4].record_bytes);
    CHECK(enter(0x2f, 0) == 0);
    CHECK(enter(0x3f, 0) == 1);
    leave(0);
    CHECK(reinterpret_cast<segment_stretch_t*>(stretch)->used == used + 2 * entries[4].record_bytes);
    EXPECT();
}

} // namespace

extern "C" void* rpj_create_jvm(const char*, const char*) { return &rpj_link; }

extern "C" void __wrap_rpj_complain(const char*, ...) { CHECK(!"complained"); }

extern "C" int rpj_start_engine(void*, bool, const char*) {
    rpj_link.step = reinterpret_cast<void*>(engine_step);
    rpj_link.call = reinterpret_cast<void*>(engine_call);
    return 0;
}

int main() {
    native_frame_t on_stack[FRAMES];
    frames = on_stack;
    uint64_t words[1] = {1};
    rpj_call(2, words, 77);
    kept.next = reinterpret_cast<uint64_t>(stretch);
    kept.end = kept.next + sizeof stretch;
    kept.totals = &totals;
    rpj_keep(STRETCH, &kept, nullptr, nullptr);
    make_plan();
    steps_are_in_order();
    each_mixture();
    results_have_the_bytes_of_their_type();
    who_is_closed_is_counted();
    calls_within_calls();
    ids_retire();
    java_is_asked_for_ids();
    ranges_in_each_mixture();
    ranges_enclose_calls_and_ranges();
    an_enclosing_operation_is_around_its_call();
    ids_of_ranges_retire();
    without_java();
    return failures != 0;
}
