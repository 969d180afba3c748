// A shared file in which every process of a run counts its calls, to be compared with the trace. It has a row for
// each process, found by process id, and outlives all processes, however they end.
#ifndef ORACLE_H
#define ORACLE_H

#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ORACLE_ROWS = 4096 };

typedef struct {
    atomic_ulong pid;
    atomic_ulong begun; // calls of each kind
    atomic_ulong done;
    atomic_ulong unused;
} oracle_row;

static oracle_row* oracle_rows;

static inline void oracle_open(const char* path) {
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0 || ftruncate(file, ORACLE_ROWS * sizeof(oracle_row))) abort();
    oracle_rows = mmap(NULL, ORACLE_ROWS * sizeof(oracle_row), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (oracle_rows == MAP_FAILED) abort();
    close(file);
}

// Returns the row of this process. A run of this size never reuses a process id.
static inline oracle_row* oracle_row_of(unsigned long pid) {
    for (int i = 0; i < ORACLE_ROWS; i++) {
        unsigned long none = 0;
        if (atomic_load(&oracle_rows[i].pid) == pid) return &oracle_rows[i];
        if (atomic_compare_exchange_strong(&oracle_rows[i].pid, &none, pid) || none == pid) return &oracle_rows[i];
    }
    abort();
}

#endif
