// Who follows the GPU's work in this process: the engine, or the recorder, which sets its functions here. Without
// either, nobody does.
#ifndef RPJ_FOLLOWER_H
#define RPJ_FOLLOWER_H

#include "base/engine.h"

typedef struct {
    // A queue has been made, is about to be destroyed; the runtime made one that shows its packets to nobody; it is
    // about to be shut down. Any thread outside.
    void (*queue_made)(native_queue_t* queue);
    void (*queue_ends)(native_queue_t* queue);
    void (*queue_unseen)(void);
    void (*runtime_ends)(void);
    // Dispatches have been sent while nobody looked for completed ones. Whether somebody does from now on. Any thread.
    bool (*sent)(void);
    // Dispatches have no record: as for rpj_dispatch_lose. Any thread that counts as inside.
    void (*lost)(uint64_t why, uint64_t what);
    // Whether a copy is followed, whose `replacement` is set then; it has completed, or was refused. Any thread.
    bool (*copy_begins)(native_copy_t* copy);
    void (*copy_done)(native_copy_t* copy);
    // A graph has been launched. Any thread outside.
    void (*graph_launched)(const native_graph_event_t* launch);
    // The process ends. Any thread outside, once.
    void (*finish)(void);
} rpj_follower;

// The recorder's, NULL where it follows nothing. Set once, before there is work.
extern const rpj_follower* rpj_recorder_follower __attribute__((visibility("hidden")));

// The recorder's functions, if it follows the work of this process, else NULL. Any thread.
static inline const rpj_follower* rpj_follows(void) { return rpj_recorder_follows() ? rpj_recorder_follower : NULL; }

// Whether somebody follows the work of this process. Any thread.
static inline bool rpj_work_is_followed(void) { return rpj_engine_ready() || rpj_recorder_follows(); }

#endif
