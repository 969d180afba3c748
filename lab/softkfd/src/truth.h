// The truth log: what really ran, and when, as the GPUs know it. One line for each kernel, copy and fill, written with
// one system call when it ends, so that the end of the process loses only what was in flight. README.md has the format.
#ifndef SOFTKFD_TRUTH_H
#define SOFTKFD_TRUTH_H

#include "base.h"

// Whether a log is written at all.
bool sk_truth_on(void);

// Appends one line; the process's id comes second. Any thread.
__attribute__((format(printf, 2, 3))) void sk_truth(const char* what, const char* format, ...);

#endif
