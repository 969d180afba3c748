// Copies a call's arguments and result from its frame.
#ifndef RPJ_MOVES_H
#define RPJ_MOVES_H

#include <stdbool.h>
#include <string.h>

#include "base/rpj.h"

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

// Makes the payload of a call that begins: its arguments, and zeros otherwise.
static inline void rpj_decode_arguments(const native_plan_t* plan, native_frame_t* frame) {
    char* payload = (char*)frame->payload;
    memset(payload, 0, plan->payload_size);
    frame->payload[0] = plan->payload_size;
    rpj_move_arguments(plan, frame, payload + sizeof frame->payload[0]);
}

// Copies the result, or its first `most` bytes.
static inline void rpj_store_result(const native_plan_t* plan, const native_frame_t* frame, void* to, uint32_t most) {
    uint32_t bytes = plan->return_bytes < most ? plan->return_bytes : most;
    bool in_register = plan->return_bytes <= sizeof frame->ret_rax; // else rax is the address of the returned struct
    memcpy(to, in_register ? (const void*)&frame->ret_rax : (const void*)frame->ret_rax, bytes);
}

#endif
