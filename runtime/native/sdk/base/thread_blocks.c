#include "base/thread_blocks.h"

native_thread_t rpj_nobody = {.tid = UINT64_MAX};
native_thread_t* rpj_threads = &rpj_nobody;

__thread native_thread_t* rpj_current;
