// Declarations shared by the program of the twins and the tool in it.
#ifndef TWINS_H
#define TWINS_H

#include <cstdint>

namespace twins {

// The memory that calls point to has the same address in every run, so that arguments can be compared directly.
constexpr uint64_t FIXED = 0x200000000000;
constexpr uint64_t FIXED_BYTES = 1 << 20;

enum { THREADS = 5, CONTEXTS = 2 };

// Returns the index of this thread among the program's, or -1.
int number_of(uint64_t tid);

// --- tool.cc: all but `configure_tool` by the thread whose turn it is -----------------------------------------------

// Configures the tool's services before the first runtime registers.
void configure_tool(const char* services);
bool has_contexts(); // that are started
void toggle(int context, bool start);
void attach(int context, uint64_t id); // an external correlation id, to the calling thread
void detach(int context);
void note(const char* format, ...) __attribute__((format(printf, 1, 2)));
void forget(); // all that has been noted
void finish(); // prints all that has been noted, then the tool's records

} // namespace twins

#endif
