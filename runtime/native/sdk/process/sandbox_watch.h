// Sandboxes that the program installs after the engine's start.
#ifndef RPJ_SANDBOX_WATCH_H
#define RPJ_SANDBOX_WATCH_H

// Listens to the signal library, where one is in front of the C library or calls are routed to it (signal_routes.h).
// Once, when our own JVM has been created, or the recorder has begun.
void rpj_watch_sandboxes(void);

#endif
