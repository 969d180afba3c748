// What exceptions of tools are, for messages. The C++ library that threw is asked; ours is none of them.
#ifndef RPJ_THROWN_H
#define RPJ_THROWN_H

#include "base/rpj.h"

struct _Unwind_Exception;

// Finds a function or variable of the C++ library that threw; NULL if that has none, or is linked into another library.
// A process may have several of them. Any thread.
void* rpj_of_thrower(struct _Unwind_Exception* exception, const char* name);

// Notes type and what() of an exception that has been caught, and counts it. Any thread; calls what().
void rpj_note_thrown(struct _Unwind_Exception* exception);

enum { RPJ_THROWN_BYTES = 512 };

// Writes ": TYPE: WHAT (in LIBRARY)", as far as it is known, of the calling thread's last exception, which left a
// function, to `text`, of RPJ_THROWN_BYTES, and returns that. Any thread.
const char* rpj_thrown(const void* function, char* text);

// Returns the same in memory that the caller frees, NULL without memory. Any thread.
char* rpj_thrown_copy(const void* function);

// Reports that a tool's callback threw: one line per process. Any thread.
void rpj_callback_threw(const void* function);

// Says at the end how many calls ended in exceptions, if more than the one that has been reported. Any thread.
void rpj_say_thrown(void);

#endif
