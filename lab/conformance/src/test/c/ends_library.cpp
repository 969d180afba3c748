// A library that ends.cpp opens: it makes calls from its static destructor, constructor function and
// destructor function.
extern "C" void call_from(const char* place);

namespace {
struct AtEnd {
    ~AtEnd() { call_from("static destructor of a library"); }
} at_end;

__attribute__((destructor)) void at_unload() { call_from("destructor function of a library"); }
} // namespace
