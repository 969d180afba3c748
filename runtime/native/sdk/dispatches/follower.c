// See follower.h.
#include "dispatches/follower.h"

const rpj_follower* rpj_recorder_follower;
