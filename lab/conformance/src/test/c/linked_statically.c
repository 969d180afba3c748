// A program that no library is loaded into. linked_statically [PROGRAM ARGUMENT...]: runs PROGRAM in a child, if there
// is one.
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
