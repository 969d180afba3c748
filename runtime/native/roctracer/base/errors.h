// The reasons of failures.
#ifndef RT_ERRORS_H
#define RT_ERRORS_H

#include <roctracer/roctracer.h>

// Stores why an exported function failed: "<function>(), <text>\n". @return status
__attribute__((format(printf, 3, 4))) roctracer_status_t rt_fail(roctracer_status_t status, const char* function,
                                                                 const char* format, ...);

// One line on stderr. Any thread; keeps errno.
__attribute__((format(printf, 1, 2))) void rt_complain(const char* format, ...);

#endif
