// What the program of the twins and the tool in it share.
#ifndef TWINS_H
#define TWINS_H

#include <cstdint>

namespace twins {

// The memory that calls point to lies at the same address in every run, so that arguments can be compared as they are.
constexpr uint64_t FIXED = 0x200000000000;
constexpr uint64_t FIXED_BYTES = 1 << 20;

enum { THREADS = 5, CONTEXTS = 2 };

// The index of this thread among the program's, -1 if it is none of them.
int number_of(uint64_t tid);

// --- tool.cc: all but `configure_tool` by the thread whose turn it is ----------------------------------------------

// Before the first runtime registers: what the tool in the program asks for. `in_java`: also for what takes every call
// into Java.
void configure_tool(const char* services, bool in_java, bool requests);
bool has_contexts();
void toggle(int context, bool start);
void attach(int context, uint64_t id); // an external correlation id, to the calling thread
void detach(int context);
void note(const char* format, ...) __attribute__((format(printf, 1, 2)));
void finish(); // prints all that the tool was told

} // namespace twins

#endif
