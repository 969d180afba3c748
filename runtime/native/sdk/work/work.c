// See work.h.
#include "work/work.h"

rpj_recorded_work rpj_work;
