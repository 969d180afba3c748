// The recorder follows the work of GPUs: kernels, copies, allocations, scratch memory, and what explains them.
#ifndef RPJ_RECORDED_WORK_H
#define RPJ_RECORDED_WORK_H

#include "hsa/own_functions.h"

// Prepares for the work that the image names. Once, before a runtime's tables are taken.
void rpj_work_begin(native_image_t* image);

// Steps for each table of a runtime, before its functions are wrapped: keep the functions of all of them; then ours
// stand in for some. `of`: a RPJ_IMAGE_*. One thread at a time.
typedef void rpj_work_step(uint32_t of, const rpj_hsa_table* table);
rpj_work_step rpj_work_keeps, rpj_work_takes;

// A runtime has registered. One thread at a time.
void rpj_work_registered(const char* library);

#endif
