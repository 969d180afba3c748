// A program that loads no libraries. linked_statically [PROGRAM ARGUMENT...]: runs PROGRAM, if given, in a child.
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
    puts("no dynamic linker");
    fflush(stdout);
    if (argc > 1 && fork() == 0) {
        execv(argv[1], argv + 1);
        _exit(127);
    }
    while (wait(NULL) > 0) {
    }
    return 7;
}
