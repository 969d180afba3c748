// See kernel_ids.h.
#include "dispatches/kernel_ids.h"

native_kernel_ids_t rpj_kernel_ids;
