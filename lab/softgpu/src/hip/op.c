#include "op.h"

#include "generation.h"
#include "hip.h"
#include "slab.h"

sg_slab sg_ops = SG_SLAB(sg_op, 1u << 18, link);

sg_op* sg_op_hold(sg_op* op) {
    if (op != NULL) atomic_fetch_add(&op->refs, 1);
    return op;
}

void sg_op_release_deps(sg_op* op) {
    while (op->dep_count > 0) sg_op_drop(op->deps[--op->dep_count]);
}

void sg_op_drop(sg_op* op) {
    if (op == NULL || atomic_fetch_sub(&op->refs, 1) != 1) return;
    sg_op_release_deps(op);
    if (op->kept != NULL) op->release(op->kept);
    sg_slab_give(&sg_ops, op);
}

sg_op* sg_op_make(void) {
    sg_op* op = sg_slab_take(&sg_ops);
    if (op == NULL) return NULL;
    if (op->done.handle == 0) {
        if (hsa_signal_create(1, 0, NULL, &op->done) != HSA_STATUS_SUCCESS) {
            op->done.handle = 0;
            sg_slab_give(&sg_ops, op);
            return NULL;
        }
    } else {
        hsa_signal_silent_store_relaxed(op->done, 1);
    }
    atomic_store(&op->refs, 1);
    op->generation = atomic_load(&sg_hip_generation);
    op->dep_count = 0;
    op->next = NULL;
    op->kept = NULL;
    return op;
}

bool sg_op_is_inherited(const sg_op* op) { return op->generation != atomic_load(&sg_hip_generation); }

bool sg_op_is_done(const sg_op* op) { return sg_op_is_inherited(op) || hsa_signal_load_scacquire(op->done) < 1; }
