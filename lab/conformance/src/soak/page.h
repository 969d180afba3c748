// The oracle: a file that the program maps shared, in which each thread of each process of a run counts its calls.
// The file outlives all of them, however they end. A tool counts its callbacks and records in a second one. soak.py
// reads both.
#ifndef SOAK_PAGE_H
#define SOAK_PAGE_H

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace soak {

enum Function { COPY, FLOATS, DEVICE, ASYNC, INSIDE, INFO, MARK, PUSH, POP, START, STOP, FUNCTIONS };

// In the program's page: calls that began, whose function ran, that returned, and those that a tool may miss (in
// signal handlers, in forked children, after the end began). In a tool's page: callbacks at the start, callbacks at
// the end, and records.
enum Stage { BEGUN, EXECUTED, RETURNED, LENIENT, STAGES };
enum Told { ENTERS, EXITS, RECORDS };

struct Row {
    // The process id in the upper half, the thread id in the lower; 0 if free. A row with thread 0 marks the
    // program itself, because process ids are eventually reused.
    std::atomic<uint64_t> key;
    std::atomic<uint64_t> counts[STAGES][FUNCTIONS];
};

enum { ROWS = 8192 };

// Opens the page in the file that the variable names; null without one. Any thread.
inline Row* open_page(const char* variable) {
    const char* path = getenv(variable);
    int file = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (file < 0) return nullptr;
    void* memory = MAP_FAILED;
    if (ftruncate(file, sizeof(Row) * ROWS) == 0)
        memory = mmap(nullptr, sizeof(Row) * ROWS, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return memory == MAP_FAILED ? nullptr : static_cast<Row*>(memory);
}

// Returns a thread's row; any thread, also in a signal handler. Null when all rows are taken.
inline Row* row_of(Row* page, uint32_t process, uint32_t thread) {
    uint64_t key = (uint64_t)process << 32 | thread;
    for (uint32_t i = 0, at = thread * 2654435761u; i < ROWS; i++, at++) {
        Row* row = &page[at % ROWS];
        uint64_t found = row->key.load(std::memory_order_relaxed);
        if (found == key || (found == 0 && row->key.compare_exchange_strong(found, key)) || found == key) return row;
    }
    return nullptr;
}

inline void add(Row* page, uint32_t process, uint32_t thread, int stage, int function) {
    Row* row = page ? row_of(page, process, thread) : nullptr;
    if (row) row->counts[stage][function].fetch_add(1, std::memory_order_relaxed);
}

inline uint32_t this_thread() { return (uint32_t)syscall(SYS_gettid); }

} // namespace soak

#endif
