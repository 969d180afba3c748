// See work.h.
#include "gpu_work/work.h"

rpj_recorded_work rpj_work;
