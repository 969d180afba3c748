// Work of the GPU that was submitted and has no record, or none with times: counted, and said when the process ends, in
// the words of GpuLosses.
#ifndef RPJ_LOSSES_H
#define RPJ_LOSSES_H

#include "base/rpj.h"

// Counts dispatches: as for rpj_dispatch_lose. Any thread.
void rpj_losses_dispatches(uint64_t why, uint64_t what);

// Counts a dispatch of this kernel that never completed; copies without times, those that came too late, those that the
// runtime refused to watch. Any thread.
void rpj_losses_never_completed(uint64_t kernel_id);
void rpj_losses_copy_without_times(void);
void rpj_losses_late_copy(void);
void rpj_losses_refused(uint64_t count);

// Says what was lost, with copies that are still in flight; and later what came since. Any thread outside.
void rpj_losses_report(uint64_t copies_in_flight);
void rpj_losses_report_late(void);

#endif
