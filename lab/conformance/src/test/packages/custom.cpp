// Compiled by a compiler of its own, cmake/compiler, as the CMake module rocprofiler-sdk-custom-compilation has it.
#ifndef COMPILER_OF_ITS_OWN
#error "this is the compiler of all other files"
#endif

int main() { return 0; }
