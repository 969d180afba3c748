#include "allocations.h"

sg_ranges sg_allocations = SG_RANGES;
