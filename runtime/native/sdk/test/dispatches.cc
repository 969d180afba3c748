// Dispatches: four queues, each with a thread that sends batches of packets, a GPU that completes them,
// two threads that look for completed ones, and an engine that moves the table of kernel ids. The runtime refuses a
// signal now and then, and one queue is closed while its thread sends. Each kernel must have one record or be lost by
// one count, and the program's signals must be completed. Two tools are told about each kernel, before it is
// sent and after its end, one in C and one in Java, which also supplies its external id; of those that a program waits
// for by the runtime alone, which otherwise refuses at times. Ids are held until their kernels are over. Two services
// surround packets with their own, one of them those of some kernels only. Also for the sanitizers.
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <mutex>
#include <sched.h>
#include <set>
#include <sys/mman.h>
#include <thread>
#include <vector>

#include "check.h"

#define _Static_assert static_assert // the headers are C
extern "C" {
#include "base/engine.h"
#include "boot/boot.h"
#include "calls/call_paths.h"
#include "dispatches/dispatches.h"
#include "dispatches/packet_services.h"
#include "engine/keep.h"
#include "gpu/harvest.h"
#include "rpj_segment.h"
#include "threads/thread_life.h"
#include "without_jvm.h"
#include <rocprofiler-sdk/buffer_tracing.h>
#include <rocprofiler-sdk/callback_tracing.h>

extern native_dispatches_t rpj_dispatches;
extern native_kernel_ids_t rpj_kernel_ids;
}

namespace {

enum : uint64_t {
    QUEUES = 4,
    BATCHES = 400,
    MOST_PACKETS = 100,
    STRETCH = 3,
    MOST_STRETCHES = 512,
    MOST_DISPATCHES = 1 << 17,
    KIND = 17 | 3ull << 32,
    KERNELS = 5,
    TABLE = 16,
    LARGE_TABLE = 1024,
    REFUSED_EVERY = 97,
    UNWATCHED_EVERY = 13,
    UNTIMED_EVERY = 19,
    AWAITED = 500,
    SUPPLIED = 1 << 20,
    PATIENCE_SECONDS = 60,
    DISPATCH = 2,
    BARRIER = 3,
    UNKNOWN = 200,
    VENDOR = 0,
    ALL_ENTRIES = 31,
    OUTER = 3, // the services' entries
    INNER = 4,
    INNER_EVERY = 3
};

// --- the miniature engine ------------------------------------------------------------------------------------------

alignas(64) char stretches[MOST_STRETCHES][RPJ_DEFAULT_STRETCH_SIZE];
std::atomic<uint64_t> given, late, refused, unknown, untimed, woken, seen;
std::atomic<bool> asked, waits_to_be_asked; // the thread that looks
alignas(64) native_kept_t kept;
segment_totals_t totals;

void refill() {
    while (__atomic_exchange_n(&kept.lock, 1, __ATOMIC_ACQUIRE)) sched_yield();
    if (kept.next == kept.end) {
        uint64_t number = given++;
        if (number >= MOST_STRETCHES) abort();
        kept.next = reinterpret_cast<uint64_t>(stretches[number]);
        kept.end = kept.next + RPJ_DEFAULT_STRETCH_SIZE;
    }
    __atomic_store_n(&kept.lock, 0, __ATOMIC_RELEASE);
}

void handle(uint64_t entry, uint64_t record, uint64_t user_data);
void ask(uint64_t entries, native_frame_t* frame);
std::atomic<uint64_t> held, released;
std::atomic<uint8_t> holds[MOST_DISPATCHES]; // by the id: no call is open, so each is of one kernel

uint64_t engine_call(uint64_t function, uint64_t address) {
    auto* words = reinterpret_cast<uint64_t*>(address);
    if (function == RPJ_CALL_DISPATCH_HANDLE) handle(words[0], words[1], words[2]);
    if (function == RPJ_CALL_DISPATCH_ASK) ask(words[0], reinterpret_cast<native_frame_t*>(words[1]));
    if (function == RPJ_CALL_WORK_HOLDS) {
        CHECK(words[0] < MOST_DISPATCHES && words[1] == 1 && holds[words[0]]++ == 0);
        held++;
    } else if (function == RPJ_CALL_WORK_RELEASES) {
        CHECK(words[0] < MOST_DISPATCHES && words[1] && --holds[words[0]] == 0);
        released++;
    }
    if (function == RPJ_CALL_KEPT_REFILL) {
        refill();
        words[RPJ_ANSWER_WORD] = 1;
    } else if (function == RPJ_CALL_DISPATCH_LOST) {
        if (words[0] == RPJ_LOST_NO_TIMES) untimed++;
        else (words[0] == RPJ_LOST_LATE ? late : words[0] == RPJ_LOST_REFUSED ? refused : unknown) += words[1];
    } else if (function == RPJ_CALL_WORK_SEEN) {
        asked = true;
        seen++;
    } else if (function == RPJ_CALL_WORK_SENT) {
        __atomic_store_n(&rpj_dispatches.poller_sleeps, 0, __ATOMIC_SEQ_CST);
        woken++;
    }
    return 1;
}

// So many entries at the end of a page, before one that nobody may read.
uint64_t* guarded_table(uint64_t entries) {
    const uint64_t bytes = (2 * entries * sizeof(uint64_t) + 4095) & ~4095ull;
    void* memory = mmap(nullptr, bytes + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(static_cast<char*>(memory) + bytes, 4096, PROT_NONE)) abort();
    return reinterpret_cast<uint64_t*>(static_cast<char*>(memory) + bytes) - 2 * entries;
}

// As KernelIds does: tables of different sizes take turns.
void move_table() {
    static uint64_t turn;
    static uint64_t* const tables[] = {guarded_table(TABLE), guarded_table(LARGE_TABLE)};
    const bool large = turn++ % 2;
    const uint64_t entries = large ? LARGE_TABLE : TABLE;
    uint64_t* table = tables[large];
    for (uint64_t i = 0; i < 2 * entries; i++) __atomic_store_n(&table[i], 0, __ATOMIC_RELEASE);
    for (uint64_t kernel = 1; kernel <= KERNELS; kernel++) {
        uint64_t object = kernel << 6, i = (object * 0x9e3779b97f4a7c15u >> 33) % entries;
        while (table[2 * i]) i = (i + 1) % entries;
        __atomic_store_n(&table[2 * i + 1], kernel, __ATOMIC_RELEASE);
        __atomic_store_n(&table[2 * i], object, __ATOMIC_RELEASE);
    }
    __atomic_add_fetch(&rpj_kernel_ids.version, 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&rpj_kernel_ids.entries, static_cast<void*>(table), __ATOMIC_SEQ_CST);
    __atomic_store_n(&rpj_kernel_ids.last, entries - 1, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&rpj_kernel_ids.version, 1, __ATOMIC_SEQ_CST);
}

// --- the miniature runtime -----------------------------------------------------------------------------------------

struct Signal {
    std::atomic<int64_t> value;
    std::atomic<uint64_t> completions;
    hsa_amd_signal_handler handler; // with `lock`
    void* argument;
    std::atomic<bool> watched; // until the handler is called
};

struct Packet {
    uint16_t header, setup, workgroup[3], reserved0;
    uint32_t grid[3], private_bytes, group_bytes;
    uint64_t object, kernarg, reserved1;
    Signal* signal;
};

std::mutex lock;
std::deque<Signal*> work, fallen;               // with `lock`; the second are watched
std::atomic<bool> refuses{true}, silent{false}; // the runtime, now and then; to tell anything

std::atomic<uint64_t> signals; // not destroyed yet

hsa_status_t create(hsa_signal_value_t value, uint32_t, const hsa_agent_t*, hsa_signal_t* signal) {
    static std::atomic<uint64_t> asked;
    if (++asked % REFUSED_EVERY == 0) return static_cast<hsa_status_t>(4096);
    auto* made = new Signal{};
    made->value = value;
    signals++;
    signal->handle = reinterpret_cast<uint64_t>(made);
    return HSA_STATUS_SUCCESS;
}

Signal* of(hsa_signal_t signal) { return reinterpret_cast<Signal*>(signal.handle); }
int64_t load(hsa_signal_t signal) { return of(signal)->value; }
void store(hsa_signal_t signal, int64_t value) {
    CHECK(!of(signal)->watched);
    of(signal)->value = value;
}

hsa_status_t times(hsa_agent_t agent, hsa_signal_t signal, hsa_amd_profiling_dispatch_time_t* time) {
    static std::atomic<uint64_t> asked;
    CHECK(agent.handle == 77 && of(signal)->value == 0);
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    const uint64_t ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    // Long before the submission, or of the kernel that had the signal before: no times of this one.
    if (++asked % UNTIMED_EVERY == 0) *time = {5, 6};
    else *time = {ns, ns};
    return HSA_STATUS_SUCCESS;
}

hsa_status_t destroy(hsa_signal_t signal) {
    CHECK(of(signal)->value == 1 && !of(signal)->watched);
    signals--;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t watch(hsa_signal_t signal, hsa_signal_condition_t, hsa_signal_value_t, hsa_amd_signal_handler handler,
                   void* argument) {
    static std::atomic<uint64_t> asked;
    if (silent || (++asked % UNWATCHED_EVERY == 0 && refuses)) return static_cast<hsa_status_t>(4096);
    Signal* watched = of(signal);
    std::lock_guard<std::mutex> held(lock);
    CHECK(!watched->watched.exchange(true));
    watched->handler = handler;
    watched->argument = argument;
    if (watched->value < 1) fallen.push_back(watched);
    return HSA_STATUS_SUCCESS;
}

// Calls the handler of a signal that has fallen, on the runtime's thread.
bool notify_one() {
    Signal* signal = nullptr;
    {
        std::lock_guard<std::mutex> held(lock);
        if (fallen.empty()) return false;
        signal = fallen.front();
        fallen.pop_front();
        signal->watched = false;
    }
    CHECK(!signal->handler(signal->value, signal->argument));
    return true;
}

void check_order(const Packet* packets, uint64_t count);

void write(const void* packets, uint64_t count) {
    auto* packet = static_cast<const Packet*>(packets);
    check_order(packet, count);
    std::lock_guard<std::mutex> held(lock);
    for (uint64_t i = 0; i < count; i++, packet++)
        if (packet->signal) work.push_back(packet->signal);
}

bool complete_some() {
    std::lock_guard<std::mutex> held(lock);
    for (int i = 0; i < 50 && !work.empty(); i++, work.pop_front()) {
        work.front()->completions++;
        work.front()->value--;
        if (work.front()->watched) fallen.push_back(work.front());
    }
    return !work.empty();
}

// --- the tool ------------------------------------------------------------------------------------------------------

std::atomic<uint8_t> told[MOST_DISPATCHES], handled[MOST_DISPATCHES]; // how often, by the dispatch

uint64_t times_in(const std::atomic<uint8_t> (&counts)[MOST_DISPATCHES], uint8_t times) {
    uint64_t found = 0;
    for (auto& one : counts) found += one == times;
    return found;
}

// What either tool hears.
void hear(const rocprofiler_callback_tracing_record_t& record, rocprofiler_user_data_t* user,
          std::atomic<uint8_t> (&counts)[MOST_DISPATCHES]) {
    const auto* data = static_cast<rocprofiler_callback_tracing_kernel_dispatch_data_t*>(record.payload);
    uint64_t dispatch = data->dispatch_info.dispatch_id;
    bool complete = record.operation == ROCPROFILER_KERNEL_DISPATCH_COMPLETE;
    uint8_t turn = complete ? 2 : record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER ? 0 : 1;
    CHECK(record.correlation_id.internal);
    CHECK(record.kind == ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH && data->size == sizeof *data);
    CHECK(dispatch < MOST_DISPATCHES && counts[dispatch]++ == turn && user->value == (turn ? dispatch : 0));
    CHECK(complete || data->end_timestamp == 0);
    CHECK(data->end_timestamp > data->start_timestamp || (data->end_timestamp == 0 && data->start_timestamp == 0));
    CHECK(record.phase == (complete ? 0 : turn ? ROCPROFILER_CALLBACK_PHASE_EXIT : ROCPROFILER_CALLBACK_PHASE_ENTER));
    CHECK(rpj_current->telling == 1);
    user->value = dispatch;
    errno = EDOM;
}

void on_dispatch(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* argument) {
    CHECK(argument == &told && record.context_id.handle == 5 && !rpj_current->inside);
    CHECK(record.correlation_id.external.value == 0);
    hear(record, user, told);
}

void handle(uint64_t entry, uint64_t record, uint64_t user_data) {
    const auto& shown = *reinterpret_cast<const rocprofiler_callback_tracing_record_t*>(record);
    bool enqueue = shown.operation == ROCPROFILER_KERNEL_DISPATCH_ENQUEUE;
    CHECK(entry == (enqueue ? RPJ_PLAN_ENTRIES + 2 : 2) && shown.context_id.handle == 6 && rpj_current->inside);
    CHECK(shown.correlation_id.external.value == shown.correlation_id.internal + SUPPLIED);
    hear(shown, reinterpret_cast<rocprofiler_user_data_t*>(user_data), handled);
}

void ask(uint64_t asked_for, native_frame_t* frame) {
    CHECK(asked_for == ALL_ENTRIES && frame->thread == rpj_current && frame->internal_id && frame->externals);
    frame->external[2] = frame->internal_id + SUPPLIED;
    frame->requested |= 4;
}

// --- the services around packets -----------------------------------------------------------------------------------

// A packet of a service says which: what the hardware would not look at.
enum : uint32_t { OUTER_BEFORE = 1, OUTER_AFTER = 2, INNER_BEFORE = 3, INNER_AFTER = 4 };

std::atomic<uint8_t> surrounded[MOST_DISPATCHES], ended[MOST_DISPATCHES]; // by the outer service, by the dispatch
std::atomic<uint64_t> inner_begun, inner_done, kernels_between;

char* put(char* out, uint32_t which, uint64_t dispatch) {
    Packet packet = {};
    packet.header = VENDOR;
    packet.workgroup[0] = 1; // its format
    packet.private_bytes = which;
    packet.object = dispatch;
    memcpy(out, &packet, sizeof packet);
    return out + sizeof packet;
}

uint64_t& word_of(rpj_dispatch* one, int entry) { return one->of_entry[entry].user_data.value; }

char* outer_before(const native_packet_service_t* service, native_queue_t* queue, native_thread_t* thread,
                   rpj_dispatch* one, char* out) {
    const uint64_t dispatch = one->info.dispatch_id;
    CHECK(service->entries == 1 << OUTER && service->data == 41 && queue->agent == 77 && thread == rpj_current);
    CHECK(told[dispatch] == 1 && handled[dispatch] == 1); // ENTER, but not EXIT
    CHECK(thread->inside && word_of(one, OUTER) == 0 && one->internal_id && surrounded[dispatch]++ == 0);
    word_of(one, OUTER) = dispatch;
    return put(out, OUTER_BEFORE, dispatch);
}

char* outer_after(const native_packet_service_t*, native_queue_t*, native_thread_t*, rpj_dispatch* one, char* out) {
    CHECK(word_of(one, OUTER) == one->info.dispatch_id);
    return put(out, OUTER_AFTER, one->info.dispatch_id);
}

void outer_over(const native_packet_service_t* service, native_thread_t* thread, rpj_dispatch* one,
                hsa_amd_profiling_dispatch_time_t times) {
    CHECK(service->data == 41 && thread == rpj_current && word_of(one, OUTER) == one->info.dispatch_id);
    CHECK(times.end ? times.end > times.start : times.start == 0);
    CHECK(ended[one->info.dispatch_id]++ == 0);
}

char* inner_before(const native_packet_service_t*, native_queue_t*, native_thread_t*, rpj_dispatch* one, char* out) {
    CHECK(word_of(one, INNER) == 0);
    if (one->info.dispatch_id % INNER_EVERY) return out;
    word_of(one, INNER) = 1;
    inner_begun++;
    return put(put(out, INNER_BEFORE, one->info.dispatch_id), INNER_BEFORE, one->info.dispatch_id);
}

char* inner_after(const native_packet_service_t*, native_queue_t*, native_thread_t*, rpj_dispatch* one, char* out) {
    return word_of(one, INNER) ? put(out, INNER_AFTER, one->info.dispatch_id) : out;
}

void inner_over(const native_packet_service_t*, native_thread_t*, rpj_dispatch* one,
                hsa_amd_profiling_dispatch_time_t) {
    inner_done += word_of(one, INNER);
}

// What is written together: outer, inner twice, the kernel, what completes the program's signal, inner, outer.
void check_order(const Packet* packets, uint64_t count) {
    const Packet* end = packets + count;
    for (const Packet* packet = packets; packet < end;) {
        if (packet->header != VENDOR) {
            packet++;
            continue;
        }
        const uint64_t dispatch = packet->object;
        auto next_is = [&](uint32_t which) {
            bool is = packet < end && packet->header == VENDOR && packet->private_bytes == which
                   && packet->object == dispatch;
            packet++;
            return is;
        };
        const bool inner = dispatch % INNER_EVERY == 0;
        CHECK(next_is(OUTER_BEFORE) && (!inner || (next_is(INNER_BEFORE) && next_is(INNER_BEFORE))));
        CHECK(packet < end && packet->header == DISPATCH && packet->signal);
        packet++;
        if (packet < end && (packet->header & 255) == BARRIER) packet++;
        CHECK((!inner || next_is(INNER_AFTER)) && next_is(OUTER_AFTER));
        kernels_between++;
    }
}

native_packet_service_t services[2];

void prepare_services() {
    services[0] = {1 << OUTER,
                   2,
                   reinterpret_cast<void*>(outer_before),
                   reinterpret_cast<void*>(outer_after),
                   reinterpret_cast<void*>(outer_over),
                   41};
    services[1] = {1 << INNER,
                   3,
                   reinterpret_cast<void*>(inner_before),
                   reinterpret_cast<void*>(inner_after),
                   reinterpret_cast<void*>(inner_over),
                   42};
    rpj_packet_services = {services, 2, 1 << OUTER | 1 << INNER, 5};
}

// --- the program ---------------------------------------------------------------------------------------------------

struct Queue {
    rpj_queue* known;
    Signal own;
    uint64_t kernels, signals, unknown;
};

Queue queues[QUEUES];
std::thread closer;
uint64_t active = ALL_ENTRIES;

void send(Queue* queue, uint64_t number) {
    static thread_local Packet packets[MOST_PACKETS];
    uint64_t random = number + 1;
    for (uint64_t batch = 0; batch < BATCHES; batch++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint64_t count = batch % 3 ? 1 : 1 + (random >> 33) % MOST_PACKETS;
        for (uint64_t i = 0; i < count; i++) {
            uint64_t kind = (random >> 20) + i;
            Packet& packet = packets[i] = {};
            packet.header = kind % 7 == 0 ? BARRIER : kind % 1001 == 0 ? UNKNOWN : DISPATCH;
            packet.object = (1 + kind % KERNELS) << 6;
            packet.grid[0] = (uint32_t)(1 + kind % KERNELS);
            packet.signal = kind % 11 == 0 ? &queue->own : nullptr;
            queue->kernels += packet.header == DISPATCH;
            queue->unknown += packet.header == UNKNOWN;
            queue->signals += packet.signal != nullptr;
        }
        errno = 0;
        bool sent = rpj_send_dispatches(queue->known, reinterpret_cast<char*>(packets), count, active, write);
        CHECK(errno == 0);
        if (!sent) write(packets, count);
        if (batch % 5 == 0) rpj_harvest(); // as it would after each wait
        CHECK(errno == 0);
        if (batch % 50 == 0) sched_yield();
        if (number == 0 && batch == BATCHES / 2)
            closer =
                std::thread(reinterpret_cast<void (*)(native_queue_t*)>(rpj_dispatches.close), &queue->known->shared);
        if (number == 0 && batch == BATCHES * 3 / 4) // some are late, however late the other thread begins
            while (!__atomic_load_n(&queue->known->shared.closed, __ATOMIC_ACQUIRE)) sched_yield();
    }
}

uint64_t reap(uint64_t all) {
    uint64_t reported = 0;
    for (auto& queue : queues) {
        auto* function = reinterpret_cast<uint64_t (*)(native_queue_t*, uint64_t)>(rpj_dispatches.reap);
        reported += function(&queue.known->shared, all);
    }
    return reported;
}

bool pending() {
    for (auto& queue : queues)
        if (__atomic_load_n(&queue.known->shared.submitted, __ATOMIC_SEQ_CST)
            != __atomic_load_n(&queue.known->shared.reported, __ATOMIC_SEQ_CST))
            return true;
    return false;
}

// --- what came of it -----------------------------------------------------------------------------------------------

uint64_t without_times; // records

uint64_t read_records() {
    typedef rocprofiler_buffer_tracing_kernel_dispatch_record_t record_t;
    const uint64_t kind = KIND;
    std::set<uint64_t> dispatches, correlations;
    for (uint64_t i = 0; i < given; i++) {
        auto* stretch = reinterpret_cast<segment_stretch_t*>(stretches[i]);
        for (uint64_t at = 0; at < stretch->used;) {
            const auto* head = reinterpret_cast<const segment_text_t*>(reinterpret_cast<char*>(stretch + 1) + at);
            at += head->size;
            if (head->kind == RPJ_KIND_NAME) continue; // of the thread
            record_t record;
            memcpy(&record, head, sizeof record);
            const auto& info = record.dispatch_info;
            CHECK(record.size == sizeof record && memcmp(&record.kind, &kind, sizeof kind) == 0);
            without_times += record.end_timestamp == 0;
            CHECK(record.end_timestamp ? record.end_timestamp > record.start_timestamp : record.start_timestamp == 0);
            CHECK(dispatches.insert(info.dispatch_id).second);
            CHECK(correlations.insert(record.correlation_id.internal).second && record.correlation_id.internal);
            CHECK(info.kernel_id == info.grid_size.x && info.agent_id.handle == 9 && info.size == 72);
        }
    }
    return dispatches.size();
}

native_entry_t entries[5], enqueue_entries[5];
native_plan_t plan, enqueue_plan;

void prepare() {
    const uint64_t kind = ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH;
    entries[0].kind_operation = KIND;
    entries[0].stretch = STRETCH;
    entries[0].record = RPJ_RECORD_KEPT;
    entries[1].context = 5;
    entries[1].kind_operation = kind | (uint64_t)ROCPROFILER_KERNEL_DISPATCH_COMPLETE << 32;
    entries[1].function = reinterpret_cast<void*>(on_dispatch);
    entries[1].argument = &told;
    entries[2].context = 6;
    entries[2].kind_operation = entries[1].kind_operation;
    memcpy(enqueue_entries, entries, sizeof entries);
    for (int i = 1; i < 3; i++)
        enqueue_entries[i].kind_operation = kind | (uint64_t)ROCPROFILER_KERNEL_DISPATCH_ENQUEUE << 32;
    entries[OUTER].context = entries[INNER].context = enqueue_entries[OUTER].context = enqueue_entries[INNER].context =
        7;
    prepare_services();
    plan.handlers = enqueue_plan.handlers = 4;
    enqueue_plan.steps = RPJ_ASKS_JAVA;
    rpj_dispatches.holds_ids = 1;
    plan.entries = entries;
    plan.buffers = 1;
    enqueue_plan.entries = enqueue_entries;
    rpj_dispatches.enqueue_plan = &enqueue_plan;
    rpj_dispatches.enqueues = rpj_dispatches.completes = 6;
    rpj_dispatches.signal_create = reinterpret_cast<void*>(create);
    rpj_dispatches.signal_destroy = reinterpret_cast<void*>(destroy);
    rpj_dispatches.watch = reinterpret_cast<void*>(watch);
    rpj_dispatches.signal_load = reinterpret_cast<void*>(load);
    rpj_dispatches.signal_reset = reinterpret_cast<void*>(store);
    rpj_dispatches.dispatch_time = reinterpret_cast<void*>(times);
    rpj_dispatches.poller_sleeps = 1;
    rpj_dispatches.plan = &plan;
    for (auto& queue : queues) {
        queue.known = rpj_queue_new();
        queue.known->shared.agent = 77;
        queue.known->shared.agent_id = 9;
        queue.known->shared.number = 1;
    }
    move_table();
}

// The GPU, the runtime's thread, and as many threads that look for completed dispatches, beside the program.
void run(int lookers, void (*program)()) {
    std::atomic<bool> over{false};
    std::vector<std::thread> helpers;
    helpers.emplace_back([&over] {
        while (complete_some() || !over || pending()) sched_yield();
    });
    helpers.emplace_back([&over] {
        while (notify_one() || !over || pending()) sched_yield();
    });
    for (int i = 0; i < lookers; i++)
        helpers.emplace_back([&over] {
            while (!over || pending())
                if ((waits_to_be_asked && !over && !asked.exchange(false)) || !reap(over)) sched_yield();
        });
    helpers.emplace_back([&over] {
        for (; !over; sched_yield()) move_table();
    });
    program();
    over = true;
    for (auto& helper : helpers) helper.join();
    while (complete_some() || notify_one()) continue;
}

void send_all() {
    std::vector<std::thread> programs;
    for (uint64_t i = 0; i < QUEUES; i++) programs.emplace_back(send, &queues[i], i);
    for (auto& program : programs) program.join();
    closer.join();
}

Packet one_kernel(Signal* signal) {
    Packet packet = {};
    packet.header = DISPATCH;
    packet.object = 1 << 6;
    packet.grid[0] = 1;
    packet.signal = signal;
    return packet;
}

// One kernel at a time, each after the news of the one before.
void send_and_wait() {
    Queue& queue = queues[1];
    const time_t end = time(nullptr) + (time_t)PATIENCE_SECONDS;
    const Packet packet = one_kernel(nullptr);
    for (uint64_t i = 0; i < AWAITED; i++, queue.kernels++) {
        std::this_thread::sleep_for(std::chrono::microseconds(20)); // work that a launch is for
        if (!rpj_send_dispatches(queue.known, reinterpret_cast<const char*>(&packet), 1, active, write))
            write(&packet, 1);
        while (pending() && time(nullptr) < end) sched_yield();
    }
    CHECK(!pending());
    while (pending()) reap(1);
}

bool is_watched(rpj_queue* queue) {
    rpj_queue_lock(&queue->lock);
    bool watched = queue->watched || queue->orphan;
    rpj_queue_unlock(&queue->lock);
    return watched;
}

// A queue for each kernel, all with the same data, which others look at meanwhile.
void send_and_destroy() {
    Queue& queue = queues[1];
    native_queue_t* shared = &queue.known->shared;
    const Packet packet = one_kernel(nullptr);
    for (uint64_t i = 0; i < AWAITED; i++, queue.kernels++) {
        if (!rpj_send_dispatches(queue.known, reinterpret_cast<const char*>(&packet), 1, active, write))
            write(&packet, 1);
        rpj_queue_is_busy(queue.known);
        rpj_queue_retire(queue.known); // too early: the engine knows it
        while (rpj_queue_has_pending(shared) || is_watched(queue.known)) sched_yield();
        reinterpret_cast<void (*)(native_queue_t*)>(rpj_dispatches.forget_signals)(shared);
        __atomic_store_n(&shared->number, 0, __ATOMIC_RELEASE);
        rpj_queue_retire(queue.known);
        CHECK(rpj_queue_new() == queue.known);
        __atomic_store_n(&shared->number, 1, __ATOMIC_RELEASE);
    }
    CHECK(rpj_busy.used == QUEUES);
}

// One kernel at a time, of which the program learns by its own signal: it is reported by then. Nobody else looks.
void send_and_see() {
    Queue& queue = queues[2];
    const Packet packet = one_kernel(&queue.own);
    for (uint64_t i = 0; i < AWAITED; i++, queue.kernels++, queue.signals++) {
        const uint64_t before = queue.own.completions;
        if (!rpj_send_dispatches(queue.known, reinterpret_cast<const char*>(&packet), 1, active, write))
            write(&packet, 1);
        while (queue.own.completions == before) sched_yield();
        rpj_harvest();
        CHECK(!rpj_queue_has_pending(&queue.known->shared));
    }
}

// While a tool is told, HIP may hold locks: the end of its call reports.
void send_and_see_in_hip() {
    Queue& queue = queues[3];
    const Packet packet = one_kernel(&queue.own);
    native_frame_t outer[2];
    rpj_dispatches.runs_tools = 1;
    for (uint64_t i = 0; i < AWAITED; i++, queue.kernels++, queue.signals++) {
        const uint64_t before = queue.own.completions;
        CHECK(rpj_enter_observed(nullptr, &outer[1]) && rpj_enter_observed(nullptr, &outer[0]));
        if (!rpj_send_dispatches(queue.known, reinterpret_cast<const char*>(&packet), 1, active, write))
            write(&packet, 1);
        while (queue.own.completions == before) sched_yield();
        rpj_harvest();
        rpj_exit_observed(nullptr, &outer[0]);
        CHECK(rpj_current->observing);
        rpj_exit_observed(nullptr, &outer[1]);
        CHECK(!rpj_queue_has_pending(&queue.known->shared));
    }
}

} // namespace

#include "one_function.h"

int main() {
    CHECK(rpj_engine_boot());
    kept.totals = &totals;
    CHECK(rpj_keep(STRETCH, &kept, nullptr, nullptr) == 0);
    prepare();
    run(2, send_all);
    refuses = false;
    run(0, send_and_wait);
    run(2, send_and_destroy);
    silent = true;
    run(0, send_and_see);
    waits_to_be_asked = true;
    run(1, send_and_see_in_hip);
    CHECK(seen > AWAITED / 2);
    uint64_t kernels = 0, unknowns = 0, recorded = read_records(), submitted = 0;
    for (auto& queue : queues) {
        reinterpret_cast<void (*)(native_queue_t*)>(rpj_dispatches.forget_signals)(&queue.known->shared);
        kernels += queue.kernels;
        unknowns += queue.unknown;
        CHECK(queue.own.completions == queue.signals);
    }
    for (uint64_t i = 0; i < given; i++) submitted += reinterpret_cast<segment_stretch_t*>(stretches[i])->submitted;
    CHECK(signals == 0);
    CHECK(recorded + late + refused == kernels);
    CHECK(submitted + totals.submitted >= recorded && submitted <= recorded + late);
    CHECK(recorded > kernels / 2 && late > 0 && refused > 0);
    CHECK(without_times == untimed && untimed > 0);
    CHECK(unknown == unknowns);
    for (auto* counts : {&told, &handled}) // twice: those it was too late to send
        CHECK(times_in(*counts, 3) == recorded && times_in(*counts, 1) == 0 && times_in(*counts, 2) <= late);
    CHECK(held >= recorded && held == released);
    CHECK(times_in(surrounded, 1) == times_in(ended, 1) && times_in(surrounded, 1) >= recorded);
    CHECK(kernels_between == recorded && inner_begun == inner_done && inner_done > recorded / INNER_EVERY / 2);
    CHECK(woken >= 1 && woken <= QUEUES); // threads may see at the same time that the poller sleeps
    return failures != 0;
}
