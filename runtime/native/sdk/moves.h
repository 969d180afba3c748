// Copies a call's arguments from its frame.
#ifndef RPJ_MOVES_H
#define RPJ_MOVES_H

#include <string.h>

#include "rpj.h"

// Executes the plan's moves: each has a source offset in the frame (16 bits), a target offset (16 bits), and a
// byte count.
static inline void rpj_move_arguments(const native_plan_t* plan, const native_frame_t* frame, char* arguments) {
    const uint64_t* moves = plan->moves;
    for (uint32_t i = 0; i < plan->move_count; i++) {
        const char* from = (const char*)frame + (moves[i] & 0xffff);
        char* to = arguments + (moves[i] >> 16 & 0xffff);
        switch (moves[i] >> 32) {
            case 8: memcpy(to, from, 8); break;
            case 4: memcpy(to, from, 4); break;
            case 2: memcpy(to, from, 2); break;
            default: *to = *from;
        }
    }
}

#endif
