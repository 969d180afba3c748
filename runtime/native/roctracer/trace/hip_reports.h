// HIP's reports of commands that have ended.
#ifndef RT_HIP_REPORTS_H
#define RT_HIP_REPORTS_H

#include "base/rt.h"

// HIP is reporting a command on this thread.
void rt_hip_reports_here(void);

// Waits until HIP has reported all commands whose signals have changed so far: a second at most, and not at all where
// nobody wants reports, on a thread that makes them, or without HSA. Any thread.
void rt_hip_await_reports(void);

// Whether a program waits with such calls, or asks whether work is over, and HIP's reports become records that outlive
// it: when the call returns, they are to be there.
bool rt_hip_reports_after(uint32_t op);

#endif
