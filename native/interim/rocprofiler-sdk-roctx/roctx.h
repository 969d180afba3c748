#pragma once
#include <rocprofiler-sdk-roctx/api_trace.h>

void roctxMarkA(const char* message);
int roctxRangePushA(const char* message);
int roctxRangePop(void);
roctx_range_id_t roctxRangeStartA(const char* message);
void roctxRangeStop(roctx_range_id_t id);
int roctxGetThreadId(roctx_thread_id_t* tid);
int roctxProfilerPause(roctx_thread_id_t tid);
int roctxProfilerResume(roctx_thread_id_t tid);
int roctxNameOsThread(const char* name);
int roctxNameHsaAgent(const char* name, const struct hsa_agent_s* agent);
int roctxNameHipDevice(const char* name, int device_id);
int roctxNameHipStream(const char* name, const struct ihipStream_t* stream);
