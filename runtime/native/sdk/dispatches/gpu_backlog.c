// Packets for which the hardware queue has no room, kept here until it has. ROCr would keep them, too, but passes them
// on by a thread of its own, which gives the interceptor what the program writes meanwhile: kernels without a call. And
// ROCr 7.2, which gives an interceptor all packets at once, ends the program: as many packets as the hardware queue
// holds, or more, written when that is empty, make a barrier of ROCr's the packet that is read next, and fill the queue
// behind it, which is taken for a queue with no such barrier and no room for one. An assertion fails, or -1 packets are
// written (InterceptQueue::Submit() in intercept_queue.cpp). So ROCr gets what fits, and a thread of ours writes the
// rest as there is room. No thread of the program waits for that: the GPU may be waiting for it.
#include "dispatches/gpu_backlog.h"

#include <stdlib.h>
#include <string.h>

#include "../../pause.h"
#include "base/engine.h"
#include "system/own_threads.h"

enum { PACKET_BYTES = 64, HEADER_BYTES = 4, FIRST_CAPACITY = 1024 };

// The program is slowed down a little while more than so many times the hardware queue's packets wait.
enum { MOST_QUEUES_FULL = 2, PAUSES = 10, PAUSE_NS = 100000 };

// How often the thread looks: less and less often while nothing gets room.
enum { PERIOD_NS = 50000, LONGEST_PERIOD_NS = 5000000 };

static const native_gpu_t none;
static const native_gpu_t* runtime = &none; // the only one whose queues are followed

#define OWN(field, function) ((function##_fn*)runtime->field)

static rpj_backlog* all; // entries are added at the head

static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER; // held while the thread looks at hardware queues

static pthread_mutex_t waking = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static bool runs, wanted; // guarded by `waking`

void rpj_backlogs_of(const native_gpu_t* of) { __atomic_store_n(&runtime, of, __ATOMIC_RELAXED); }

// --- the hardware queue --------------------------------------------------------------------------------------------

enum { AMD_AQL_FORMAT_INTERCEPT_MARKER = 0xFE }; // hsa_api_trace.h

// The amd_intercept_marker_handler of a packet that ROCr does not write: it tells its hardware queue instead.
static void on_marker(const amd_aql_intercept_marker_t* packet, hsa_queue_t* queue, uint64_t packet_id) {
    (void)packet_id;
    ((rpj_backlog*)packet->user_data[0])->hardware = queue;
}

static void begin(rpj_backlog* backlog) {
    backlog->begun = true;
    pthread_mutex_init(&backlog->lock, NULL);
    backlog->next = __atomic_load_n(&all, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&all, &backlog->next, backlog, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
    }
}

static void get_to_know(rpj_backlog* backlog, hsa_amd_queue_intercept_packet_writer writer) {
    amd_aql_intercept_marker_t asks = {.header = HSA_PACKET_TYPE_VENDOR_SPECIFIC,
                                       .format = AMD_AQL_FORMAT_INTERCEPT_MARKER,
                                       .callback = (void*)on_marker,
                                       .user_data = {(uint64_t)backlog}};
    if (!backlog->begun) begin(backlog);
    backlog->known = true;
    if (!runtime->has_markers || runtime->write_index == NULL || runtime->read_index == NULL
        || runtime->add_write_index == NULL)
        return;
    pthread_mutex_lock(&backlog->lock);
    writer(&asks, 1);
    pthread_mutex_unlock(&backlog->lock);
}

// How many packets fit, and a barrier of ROCr's. Nobody else writes to the hardware queue meanwhile.
static uint64_t room(const rpj_backlog* backlog) {
    const hsa_queue_t* queue = backlog->hardware;
    uint64_t write = OWN(write_index, hsa_queue_load_write_index_relaxed)(queue);
    uint64_t unread = write - OWN(read_index, hsa_queue_load_read_index_relaxed)(queue);
    return unread + 1 < queue->size ? queue->size - unread - 1 : 0;
}

// The processor waits at a packet until its header is valid.
static void put(const hsa_queue_t* queue, uint64_t index, const char* packet) {
    char* to = (char*)queue->base_address + (index & (queue->size - 1)) * PACKET_BYTES;
    uint32_t header;
    memcpy(&header, packet, HEADER_BYTES);
    memcpy(to + HEADER_BYTES, packet + HEADER_BYTES, PACKET_BYTES - HEADER_BYTES);
    __builtin_ia32_sfence(); // the ring may be in the GPU's memory
    __atomic_store_n((uint32_t*)to, header, __ATOMIC_RELEASE);
}

// --- what waits ----------------------------------------------------------------------------------------------------

static char* at(const rpj_backlog* backlog, uint64_t index) {
    return backlog->packets + (index & (backlog->capacity - 1)) * PACKET_BYTES;
}

// With the lock.
static void write_what_fits(rpj_backlog* backlog) {
    const hsa_queue_t* queue = backlog->hardware;
    if (queue == NULL || !backlog->count) return;
    uint64_t fits = room(backlog), some = fits < backlog->count ? fits : backlog->count;
    if (!some) return;
    uint64_t first = OWN(add_write_index, hsa_queue_add_write_index_relaxed)(queue, some);
    for (uint64_t i = 0; i < some; i++) put(queue, first + i, at(backlog, backlog->first + i));
    backlog->first += some;
    backlog->count -= some;
    OWN(signal_store, hsa_signal_store_screlease)(queue->doorbell_signal, (hsa_signal_value_t)(first + some - 1));
}

// With the lock. False without memory.
static bool grow(rpj_backlog* backlog, uint64_t count) {
    uint64_t capacity = backlog->capacity ? backlog->capacity : FIRST_CAPACITY;
    while (capacity < backlog->count + count) capacity *= 2;
    if (capacity == backlog->capacity) return true;
    rpj_backlog larger = {.packets = malloc(capacity * PACKET_BYTES), .capacity = capacity};
    if (larger.packets == NULL) return false;
    for (uint64_t i = 0; i < backlog->count; i++) memcpy(at(&larger, i), at(backlog, backlog->first + i), PACKET_BYTES);
    free(backlog->packets);
    backlog->packets = larger.packets;
    backlog->capacity = capacity;
    backlog->first = 0;
    return true;
}

// With the lock. Without memory the program waits until packets that are older have room.
static void keep(rpj_backlog* backlog, const char* packets, uint64_t count) {
    while (!grow(backlog, count)) {
        pthread_mutex_unlock(&backlog->lock);
        rpj_sleep(PAUSE_NS);
        pthread_mutex_lock(&backlog->lock);
        write_what_fits(backlog);
    }
    for (uint64_t i = 0; i < count; i++)
        memcpy(at(backlog, backlog->first + backlog->count + i), packets + i * PACKET_BYTES, PACKET_BYTES);
    backlog->count += count;
}

// --- the thread ----------------------------------------------------------------------------------------------------

// Returns whether anything still waits.
static bool write_all_that_fit(bool* written) {
    bool waits = false;
    *written = false;
    pthread_mutex_lock(&writing);
    for (rpj_backlog* each = __atomic_load_n(&all, __ATOMIC_ACQUIRE); each != NULL; each = each->next) {
        pthread_mutex_lock(&each->lock);
        const uint64_t before = each->count;
        write_what_fits(each);
        waits |= each->count != 0;
        *written |= each->count != before;
        pthread_mutex_unlock(&each->lock);
    }
    pthread_mutex_unlock(&writing);
    return waits;
}

static void* write_for_ever(void* unused) {
    pthread_setname_np(pthread_self(), "rocprofiler-gpu");
    while (true) {
        pthread_mutex_lock(&waking);
        while (!wanted) pthread_cond_wait(&wake, &waking);
        wanted = false;
        pthread_mutex_unlock(&waking);
        bool written;
        for (long period = PERIOD_NS; write_all_that_fit(&written); rpj_sleep(period))
            period = written ? PERIOD_NS : period < LONGEST_PERIOD_NS ? 2 * period : LONGEST_PERIOD_NS;
    }
    return unused;
}

// False if there can be no thread.
static bool wake_thread(void) {
    pthread_attr_t detached;
    pthread_mutex_lock(&waking);
    wanted = true;
    if (!runs) {
        pthread_t thread;
        pthread_attr_init(&detached);
        pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
        runs = rpj_create_thread(&thread, &detached, write_for_ever, NULL) == 0;
        pthread_attr_destroy(&detached);
    }
    if (runs) pthread_cond_signal(&wake);
    bool woken = runs;
    pthread_mutex_unlock(&waking);
    return woken;
}

// --- the queue's life ----------------------------------------------------------------------------------------------

// With the lock. Without a thread ROCr gets all of it.
static void write_or_keep(rpj_backlog* backlog, const char* packets, uint64_t count,
                          hsa_amd_queue_intercept_packet_writer writer) {
    uint64_t fits = backlog->count ? 0 : room(backlog);
    if (fits < count && !wake_thread()) fits = count;
    if (fits > count) fits = count;
    if (fits) writer(packets, fits);
    if (fits < count) keep(backlog, packets + fits * PACKET_BYTES, count - fits);
}

static void slow_down(rpj_backlog* backlog, uint64_t most) {
    bool many = true;
    for (int i = 0; many && i < PAUSES; i++) {
        rpj_sleep(PAUSE_NS);
        pthread_mutex_lock(&backlog->lock);
        write_what_fits(backlog);
        many = backlog->count > most;
        pthread_mutex_unlock(&backlog->lock);
    }
}

void rpj_backlog_write(rpj_backlog* backlog, const void* packets, uint64_t count,
                       hsa_amd_queue_intercept_packet_writer writer) {
    if (rpj_forked) {
        writer(packets, count);
        return;
    }
    if (!backlog->known) get_to_know(backlog, writer);
    pthread_mutex_lock(&backlog->lock);
    const hsa_queue_t* queue = backlog->hardware;
    if (queue == NULL) writer(packets, count);
    else write_or_keep(backlog, packets, count, writer);
    uint64_t most = queue == NULL ? UINT64_MAX : (uint64_t)MOST_QUEUES_FULL * queue->size;
    bool many = backlog->count > most;
    pthread_mutex_unlock(&backlog->lock);
    if (many) slow_down(backlog, most);
}

void rpj_backlog_end(rpj_backlog* backlog) {
    if (!backlog->known || rpj_forked) return;
    pthread_mutex_lock(&backlog->lock);
    backlog->known = false;
    backlog->hardware = NULL;
    free(backlog->packets);
    backlog->packets = NULL;
    backlog->first = backlog->count = backlog->capacity = 0;
    pthread_mutex_unlock(&backlog->lock);
}

static bool is_shut_down(void) {
    uint16_t version;
    return OWN(system_info, hsa_system_get_info)(HSA_SYSTEM_INFO_VERSION_MAJOR, &version) != HSA_STATUS_SUCCESS;
}

// Only the last of several shuts the runtime down, and frees queues that the program has not destroyed.
hsa_status_t rpj_backlogs_shut_down(hsa_shut_down_fn* own) {
    if (rpj_forked) return own();
    pthread_mutex_lock(&writing);
    hsa_status_t result = own();
    if (runtime->system_info != NULL && is_shut_down())
        for (rpj_backlog* each = __atomic_load_n(&all, __ATOMIC_ACQUIRE); each != NULL; each = each->next)
            rpj_backlog_end(each);
    pthread_mutex_unlock(&writing);
    return result;
}
