// A mode of pools that only our own tracer tool asks for; AMD's library ignores the mode.
#ifndef RT_DIRECT_H
#define RT_DIRECT_H

// roctracer_properties_t.mode: the callback gets each record on the thread that reports it, before the program can
// know of its end, and not from a buffer, which would end with the process. It calls nothing of roctracer.
#define RT_POOL_DIRECT 0x52504a44u

#endif
