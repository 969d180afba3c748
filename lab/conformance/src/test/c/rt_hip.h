// The tests' own HIP runtime (rt_hip_library.c), as seen by programs that have opened it.
//
// It only implements the tracer protocol, in the generation that FAKE_HIP selects (A, B or C; C unless set). Any
// number is a valid operation, whether or not it is in a table.
#ifndef RT_HIP_H
#define RT_HIP_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// Newer than all tables.
enum { FAKE_NEWER_CALL = 449, FAKE_NEW_CALL = 5000, FAKE_NEW_KIND = 0x7777 };

// A command between its creation and its completion.
struct fake_command {
    uint32_t op, kind;
    int device;
    uint64_t queue, bytes, begin, end, correlation_id;
    const char* kernel_name; // of a dispatch, in the place of `bytes`
    int wanted;              // the tracer's answer at the creation
};

static struct fake_hip {
    // Makes a call of this number, with its arguments (16 words at most, or none) and its body; returns whether it
    // was traced.
    int (*call)(uint32_t op, const uint64_t* arguments, void (*body)(void*), void* argument);
    int (*malloc)(void** address, size_t size);
    int (*free)(void* address);
    int (*memcpy)(void* to, const void* from, size_t size, int kind);
    // Called on the creating thread; `complete` on any thread. It returns the tracer's answer.
    void (*create)(struct fake_command* command);
    int (*complete)(struct fake_command* command);
    // Counts how often a tracer was registered and unregistered; violations of the protocol are reported on
    // standard output.
    void (*registrations)(int* set, int* cleared);
    uint64_t (*current_id)(void);    // which commands of this thread would get
    uint64_t** (*word)(const void*); // `phase_data` of a call's data, which is elsewhere in HIP 5
} hip;

__attribute__((unused)) static void* open_hip(const char* path) {
    void* library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    *(void**)&hip.call = dlsym(library, "fake_call");
    *(void**)&hip.malloc = dlsym(library, "hipMalloc");
    *(void**)&hip.free = dlsym(library, "hipFree");
    *(void**)&hip.memcpy = dlsym(library, "hipMemcpy");
    *(void**)&hip.create = dlsym(library, "fake_create");
    *(void**)&hip.complete = dlsym(library, "fake_complete");
    *(void**)&hip.registrations = dlsym(library, "fake_registrations");
    *(void**)&hip.current_id = dlsym(library, "fake_current_id");
    *(void**)&hip.word = dlsym(library, "fake_word");
    return library;
}

#endif
