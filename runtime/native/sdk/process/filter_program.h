// What a program's filter (seccomp) will say of system calls.
#ifndef RPJ_FILTER_PROGRAM_H
#define RPJ_FILTER_PROGRAM_H

#include <linux/filter.h>
#include <stdbool.h>
#include <stddef.h>

// Whether one of these system calls would end the process, or the thread, or raise SIGSYS, with some arguments: all
// zeros and all ones are tried. A program that cannot be read, or that the kernel refuses, kills nothing. Any thread.
bool rpj_filter_kills(const struct sock_fprog* filter, const int* numbers, size_t count);

#endif
