// The driver's event log (SMI events): a file for each listener, which is told what to log and is read line by line.
#ifndef SOFTKFD_SMI_H
#define SOFTKFD_SMI_H

#include "abi.h"
#include "base.h"

// enum kfd_smi_event of linux/kfd_ioctl.h.
typedef enum {
    SK_SMI_VM_FAULT = 1,
    SK_SMI_MIGRATE_START = 5,
    SK_SMI_MIGRATE_END = 6,
    SK_SMI_PAGE_FAULT_START = 7,
    SK_SMI_PAGE_FAULT_END = 8,
    SK_SMI_QUEUE_EVICTION = 9,
    SK_SMI_QUEUE_RESTORE = 10,
    SK_SMI_UNMAP_FROM_GPU = 11
} sk_smi_event;

enum { SK_MIGRATE_PREFETCH = 0, SK_MIGRATE_GPU_FAULT = 1 };
enum { SK_EVICT_TTM = 2 };

// Opens a listener to the events of a GPU. 0 or an errno.
int sk_smi_open(kfd_smi_events* request);

// Sends a line to those who listen: the event, nanoseconds, the process, and the rest as given. Any thread.
__attribute__((format(printf, 4, 5))) void sk_smi(uint32_t gpu, sk_smi_event event, uint64_t ns, const char* rest, ...);

// In a forked child: nobody listens.
void sk_smi_after_fork(void);

#endif
