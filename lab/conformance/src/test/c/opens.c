// opens LIBRARY: a program that makes no ROCm call itself, and opens a library that makes some.
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char** argv) {
    void* library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
    printf("%s\n", library ? "opened" : dlerror());
    return !library;
}
