// Checksums of kept stretches, computed outside the path of a call. Every processor of the last fifteen years has
// the instruction, which takes 3 microseconds for a stretch; others use a table.
#include <string.h>

#include "base/engine.h"
#include "base/thread_blocks.h"
#include "segment/seal.h"

enum { ROOM = RPJ_DEFAULT_STRETCH_SIZE - RPJ_SEGMENT_STRETCH_SIZEOF, PARTS = RPJ_SEAL_PARTS };

#define STATE(seal) ((seal) >> RPJ_SEAL_STATE_SHIFT)
#define FULL ((uint64_t)RPJ_SEAL_FULL << RPJ_SEAL_STATE_SHIFT)
#define MADE ((uint64_t)RPJ_SEAL_MADE << RPJ_SEAL_STATE_SHIFT)

static uint32_t table_crc(uint32_t crc, const uint8_t* bytes, uint64_t length) {
    static uint32_t table[256]; // every thread that fills it writes the same
    if (!__atomic_load_n(&table[255], __ATOMIC_ACQUIRE)) {
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t value = i;
            for (int bit = 0; bit < 8; bit++) value = value >> 1 ^ (value & 1 ? 0x82f63b78u : 0);
            __atomic_store_n(&table[i], value, __ATOMIC_RELEASE);
        }
    }
    for (; length; length--) crc = crc >> 8 ^ __atomic_load_n(&table[(crc ^ *bytes++) & 255], __ATOMIC_RELAXED);
    return crc;
}

static uint64_t word(const uint8_t* bytes) {
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

__attribute__((target("sse4.2"))) static uint32_t instruction_crc(uint32_t before, const uint8_t* bytes,
                                                                  uint64_t length) {
    uint64_t crc = before;
    for (; length >= 8; length -= 8, bytes += 8) crc = __builtin_ia32_crc32di(crc, word(bytes));
    for (; length; length--) crc = __builtin_ia32_crc32qi((uint32_t)crc, *bytes++);
    return (uint32_t)crc;
}

// Processes four parts at a time: the instruction depends on its last result, but not on that of another part.
__attribute__((target("sse4.2"))) static void instruction_crcs(uint64_t crc[PARTS], const uint8_t* bytes,
                                                               uint64_t part) {
    uint64_t a = crc[0], b = crc[1], c = crc[2], d = crc[3];
    for (uint64_t at = 0; at < part; at += 8) {
        a = __builtin_ia32_crc32di(a, word(bytes + at));
        b = __builtin_ia32_crc32di(b, word(bytes + part + at));
        c = __builtin_ia32_crc32di(c, word(bytes + 2 * part + at));
        d = __builtin_ia32_crc32di(d, word(bytes + 3 * part + at));
    }
    crc[0] = a, crc[1] = b, crc[2] = c, crc[3] = d;
}

static bool has_instruction(void) { return __builtin_cpu_supports("sse4.2"); }

uint32_t rpj_crc32c(uint32_t before, const void* bytes, uint64_t length) {
    return ~(has_instruction() ? instruction_crc(~before, bytes, length) : table_crc(~before, bytes, length));
}

uint64_t rpj_seal_of_start(const segment_header_t* header) {
    return MADE | rpj_crc32c(0, header, RPJ_SEGMENT_HEADER_CHUNKS);
}

// Computes the checksums of four parts of equal length in whole words; the last part also has the remaining bytes.
static void parts_crc(uint32_t crcs[PARTS], const uint8_t* bytes, uint64_t length) {
    uint64_t part = length / PARTS & ~7ull, crc[PARTS] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    if (has_instruction()) instruction_crcs(crc, bytes, part);
    else
        for (int i = 0; i < PARTS; i++) crc[i] = table_crc(UINT32_MAX, bytes + (uint64_t)i * part, part);
    for (int i = 0; i < PARTS; i++) crcs[i] = ~(uint32_t)crc[i];
    crcs[PARTS - 1] = rpj_crc32c(crcs[PARTS - 1], bytes + PARTS * part, length - PARTS * part);
}

// Returns the number of bytes in complete records. Those after an incomplete record do not count until it
// is complete.
static uint64_t committed(const segment_stretch_t* stretch) {
    uint64_t used = __atomic_load_n(&stretch->used, __ATOMIC_RELAXED), at = 0;
    if (used > ROOM) used = ROOM;
    while (at + 2 * sizeof at <= used) {
        uint64_t size = __atomic_load_n((const uint64_t*)((const char*)(stretch + 1) + at), __ATOMIC_ACQUIRE);
        if (size == 0 || size > used - at) break;
        at += (size + 7) & ~7ull;
    }
    return at;
}

static uint64_t checksum(const segment_stretch_t* stretch, uint64_t bytes) {
    uint32_t crc = rpj_crc32c(0, &stretch->tid, sizeof stretch->tid);
    crc = rpj_crc32c(crc, &stretch->started_ns, sizeof stretch->started_ns);
    crc =
        rpj_crc32c(crc, &stretch->sealed_submitted, sizeof stretch->sealed_submitted + sizeof stretch->sealed_dropped);
    uint32_t parts[PARTS];
    parts_crc(parts, (const uint8_t*)(stretch + 1), bytes);
    crc = rpj_crc32c(crc, parts, sizeof parts);
    return MADE | bytes << RPJ_SEAL_BYTES_SHIFT | crc;
}

// A count that does not fit is stored as the maximum, "more".
static uint32_t count(const uint64_t* counter) {
    uint64_t value = __atomic_load_n(counter, __ATOMIC_RELAXED);
    return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

// Whether the seal covers the present contents.
static bool is_current(const segment_stretch_t* stretch, uint64_t seal) {
    uint64_t bytes = (seal & ~(3ull << RPJ_SEAL_STATE_SHIFT)) >> RPJ_SEAL_BYTES_SHIFT;
    return STATE(seal) == RPJ_SEAL_MADE && bytes == __atomic_load_n(&stretch->used, __ATOMIC_RELAXED)
        && stretch->sealed_submitted == count(&stretch->submitted)
        && stretch->sealed_dropped == count(&stretch->dropped);
}

// `from`: its present seal. No effect if its thread hands the stretch over at this moment.
static uint64_t seal(segment_stretch_t* stretch, uint64_t from) {
    uint64_t open = 0;
    if (!__atomic_compare_exchange_n(&stretch->seal, &from, open, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return 0;
    stretch->sealed_submitted = count(&stretch->submitted);
    stretch->sealed_dropped = count(&stretch->dropped);
    uint64_t made = checksum(stretch, committed(stretch));
    return __atomic_compare_exchange_n(&stretch->seal, &open, made, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

// Full stretches form a list through their seals: the lower bits are the address of the next one.
void rpj_stretch_full(segment_stretch_t* stretch) {
    uint64_t* first = &rpj_link.full_stretches;
    uint64_t next = __atomic_load_n(first, __ATOMIC_RELAXED);
    do __atomic_store_n(&stretch->seal, FULL | next, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(first, &next, (uint64_t)stretch, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
}

uint64_t rpj_seal_handed_over(void) {
    uint64_t sealed = 0;
    segment_stretch_t* stretch = (segment_stretch_t*)__atomic_exchange_n(&rpj_link.full_stretches, 0, __ATOMIC_ACQUIRE);
    while (stretch != NULL) {
        uint64_t handed_over = __atomic_load_n(&stretch->seal, __ATOMIC_RELAXED);
        sealed += seal(stretch, handed_over);
        stretch = (segment_stretch_t*)(handed_over & ~FULL);
    }
    return sealed;
}

uint64_t rpj_seal(uint64_t index) {
    uint64_t sealed = rpj_seal_handed_over();
    if (index >= RPJ_STRETCHES) return sealed;
    for (native_thread_t* thread = __atomic_load_n(&rpj_threads, __ATOMIC_ACQUIRE); thread != NULL;
         thread = thread->next) {
        segment_stretch_t* stretch = (segment_stretch_t*)__atomic_load_n(&thread->stretch[index], __ATOMIC_ACQUIRE);
        if (stretch == NULL) continue;
        uint64_t now = __atomic_load_n(&stretch->seal, __ATOMIC_RELAXED);
        if (STATE(now) != RPJ_SEAL_FULL && !is_current(stretch, now)) sealed += seal(stretch, now);
    }
    return sealed;
}
