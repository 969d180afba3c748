// Records in a large delivered buffer: C writes them into the stretch of the calling thread, while other threads
// close stretches, read them and give them to other threads, as the engine does (StretchedBuffer, StretchedHalf).
// Every call must have one complete record. A miniature engine supplies memory when there is none.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sched.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "check.h"

#define _Static_assert static_assert // the headers are C
extern "C" {
#include "base/engine.h"
#include "base/slots.h"
#include "boot/boot.h"
#include "calls/call_paths.h"
#include "engine/without_java.h"
#include "threads/thread_life.h"
#include "without_jvm.h"
}

namespace {

enum : uint64_t {
    WORKERS = 6,
    CALLS = 60000,
    LARGEST_ID = WORKERS * (CALLS + 1024), // workers that contend take blocks of ids (ids.h), and may end within one
    STRETCH = 3,
    BUFFER = 7,
    HEADER = RPJ_STRETCH_HEADER,
    RECORD = 64,
    ROOM = 16 * RECORD + 24,
    STRETCHES = 24
};
constexpr uint64_t ONE_CLAIM = 1ull << RPJ_CLAIM_SHIFT, CLOSED = ONE_CLAIM >> 1, PREPARING = CLOSED >> 1,
                   OFFSET = ONE_CLAIM - 1, KIND = 11 | 5ull << 32;

// --- the miniature engine ------------------------------------------------------------------------------------------

struct Stretch {
    uint64_t word, misfits, used;
    char unused[HEADER - 24], records[ROOM];
};

Stretch stretches[STRETCHES];
std::mutex lock; // guards the lists of free and filled stretches
std::vector<Stretch*> free_ones, filled;
std::atomic<uint8_t> delivered[LARGEST_ID + 1];
std::atomic<uint64_t> closings, takes, revoked, in_engine;

uint64_t at(const char* record, int offset) {
    uint64_t word;
    memcpy(&word, record + offset, sizeof word);
    return word;
}

Stretch* next_free() {
    while (true) {
        std::unique_lock<std::mutex> held(lock);
        if (!free_ones.empty()) {
            Stretch* taken = free_ones.front();
            free_ones.erase(free_ones.begin());
            filled.push_back(taken);
            __atomic_store_n(&taken->word, PREPARING, __ATOMIC_SEQ_CST);
            return taken;
        }
        held.unlock();
        sched_yield();
    }
}

void give_back(Stretch* stretch) {
    std::lock_guard<std::mutex> held(lock);
    free_ones.push_back(stretch);
}

// The thread zeroes what it has taken, and gives it back if it was closed before that.
Stretch* take() {
    while (true) {
        Stretch* taken = next_free();
        if (takes++ % 64 == 0) // stalls
            while (!(__atomic_load_n(&taken->word, __ATOMIC_SEQ_CST) & CLOSED)) sched_yield();
        memset(taken->records, 0, taken->used);
        taken->used = 0;
        __atomic_store_n(&taken->misfits, 0, __ATOMIC_RELAXED);
        uint64_t word = __atomic_load_n(&taken->word, __ATOMIC_SEQ_CST), next;
        do next = word & CLOSED ? CLOSED : 0;
        while (!__atomic_compare_exchange_n(&taken->word, &word, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
        if (next == 0) return taken;
        revoked++;
        give_back(taken);
    }
}

char* claim(native_thread_t* thread) {
    while (true) {
        auto* stretch = reinterpret_cast<Stretch*>(thread->stretch[STRETCH]);
        uint64_t word = stretch ? __atomic_fetch_add(&stretch->word, ONE_CLAIM + RECORD, __ATOMIC_SEQ_CST) : CLOSED;
        uint64_t offset = word & OFFSET;
        if (offset + RECORD <= ROOM) return stretch->records + offset;
        if (offset < PREPARING) {
            __atomic_fetch_add(&stretch->misfits, 1, __ATOMIC_SEQ_CST);
            if (offset < ROOM)
                __atomic_store_n(reinterpret_cast<uint64_t*>(stretch->records + offset), UINT64_MAX, __ATOMIC_RELEASE);
        }
        thread->stretch[STRETCH] = reinterpret_cast<uint64_t>(take());
    }
}

uint64_t engine_call(uint64_t function, uint64_t arguments) {
    if (function != RPJ_CALL_RECORD) return 0;
    auto* words = reinterpret_cast<uint64_t*>(arguments);
    native_thread_t* thread = rpj_thread();
    CHECK(thread->inside == 1 && thread->depth == 1 && words[0] == BUFFER && words[2] == RECORD);
    char* record = claim(thread);
    memcpy(record + 8, reinterpret_cast<const char*>(words[1]) + 8, RECORD - 8);
    __atomic_store_n(reinterpret_cast<uint64_t*>(record), RECORD, __ATOMIC_RELEASE);
    words[RPJ_ANSWER_WORD] = 1;
    in_engine++;
    return 0;
}

void check(const char* record) {
    uint64_t id = at(record, 16);
    CHECK(at(record, 8) == KIND && at(record, 24) == 0 && at(record, 32) == 0);
    CHECK(at(record, 40) && at(record, 40) <= at(record, 48) && at(record, 56) > 1);
    CHECK(id && id <= LARGEST_ID);
    if (id && id <= LARGEST_ID) delivered[id]++;
}

void deliver(Stretch* stretch) {
    uint64_t word = __atomic_fetch_or(&stretch->word, CLOSED, __ATOMIC_SEQ_CST), records = 0;
    if (word & PREPARING) return; // its thread gives it back
    uint64_t end = (word & OFFSET) < ROOM ? word & OFFSET : ROOM;
    for (uint64_t offset = 0, size = 0; offset < end && size != UINT64_MAX; offset += RECORD) {
        while (!(size = __atomic_load_n(reinterpret_cast<uint64_t*>(stretch->records + offset), __ATOMIC_ACQUIRE)))
            sched_yield();
        if (size == UINT64_MAX) continue;
        CHECK(size == RECORD);
        check(stretch->records + offset);
        records++;
    }
    while ((word >> RPJ_CLAIM_SHIFT) - __atomic_load_n(&stretch->misfits, __ATOMIC_SEQ_CST) > records) sched_yield();
    CHECK((word >> RPJ_CLAIM_SHIFT) - stretch->misfits == records);
    stretch->used = end;
    closings++;
    give_back(stretch);
}

bool deliver_one(uint64_t random) {
    std::unique_lock<std::mutex> held(lock);
    if (filled.empty()) return false;
    auto which = filled.begin() + (long)(random % filled.size());
    Stretch* stretch = *which;
    filled.erase(which);
    held.unlock();
    deliver(stretch);
    return true;
}

// --- the calls -----------------------------------------------------------------------------------------------------

int plain(int a, int b) { return a * 31 + b; }

native_entry_t entry;
native_plan_t plan;

void wrap() {
    entry.kind_operation = KIND;
    entry.stretch = STRETCH;
    entry.delivered_room = ROOM;
    entry.record = RPJ_RECORD_DELIVERED;
    entry.record_bytes = RECORD;
    entry.buffer = BUFFER;
    plan.payload_size = 120;
    plan.return_bytes = 4;
    plan.entries = &entry;
    plan.buffers = 1;
    native_slot_t& slot = rpj_slots[0];
    slot.target = reinterpret_cast<void*>(plain);
    plan.enter = reinterpret_cast<void*>(rpj_enter_records);
    plan.exit = reinterpret_cast<void*>(rpj_exit_records);
    plan.known = ~0ull;
    slot.plan = &plan;
    slot.active = 1;
}

void work() {
    auto* call = reinterpret_cast<decltype(plain)*>(const_cast<char*>(rpj_thunks));
    for (int i = 0; i < (int)CALLS; i++) CHECK(call(i, 7) == i * 31 + 7);
    native_thread_t* block = rpj_thread();
    CHECK(block->depth == 0 && block->abandoned == 0 && block->passed_through == 0);
}

} // namespace

extern "C" void* rpj_create_jvm(const char*, const char*) { return &rpj_link; }

extern "C" void __wrap_rpj_complain(const char*, ...) { CHECK(!"complained"); }

extern "C" int rpj_start_engine(void*, bool, const char*) {
    rpj_link.call = reinterpret_cast<void*>(engine_call);
    return 0;
}

int main() {
    for (Stretch& stretch : stretches) {
        stretch.word = CLOSED;
        free_ones.push_back(&stretch);
    }
    uint64_t none[1] = {};
    rpj_call(2, none, 0);
    wrap();
    std::atomic<bool> over{false};
    std::thread deliverer([&over] {
        for (uint64_t random = 1; !over; random = random * 6364136223846793005u + 1442695040888963407u)
            if (!deliver_one(random >> 33)) sched_yield();
    });
    std::vector<std::thread> workers;
    for (uint64_t i = 0; i < WORKERS; i++) workers.emplace_back(work);
    for (auto& worker : workers) worker.join();
    over = true;
    deliverer.join();
    while (deliver_one(0)) continue;
    uint64_t calls = 0;
    for (auto& count : delivered) {
        CHECK(count <= 1);
        calls += count;
    }
    CHECK(calls == WORKERS * CALLS);
    CHECK(revoked >= takes / 64);
    CHECK(closings > 1000 && in_engine > 1000 && in_engine < WORKERS * CALLS / 2);
    return failures != 0;
}
