// What the library says: lines on stderr, as many as SOFTKFD_LOG asks for, and the counts of a process.
#ifndef SOFTKFD_LOG_H
#define SOFTKFD_LOG_H

#include "base.h"

enum { SK_LOG_UNKNOWN = 1, SK_LOG_IOCTL = 2, SK_LOG_PACKET = 3 };

typedef struct {
    _Atomic(uint64_t) dispatches, barriers, vendor, copies, fills, unknown, faults;
} sk_counts;

extern sk_counts sk_count;

bool sk_logs(int level);

// Writes one line, if the level is asked for. Any thread.
__attribute__((format(printf, 2, 3))) void sk_log(int level, const char* format, ...);

// Writes the line of SOFTKFD_STATS, once.
void sk_log_counts(void);

// In a forked child: nothing has been counted yet.
void sk_log_after_fork(void);

#endif
