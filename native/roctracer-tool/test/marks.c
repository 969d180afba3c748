/// Marks moments and ranges, or does so in a child, too.
#include <roctracer/roctx.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void mark(const char* name) {
    roctxMarkA(name);
    roctxRangePushA("outer");
    roctxRangePop();
    roctxRangeStop(roctxRangeStartA("a \"quoted\" one"));
}

int main(int count, char** arguments) {
    mark("first");
    if (count > 1 && strcmp(arguments[1], "fork") == 0) {
        pid_t child = fork();
        if (child == 0) {
            roctxMarkA("child's");
            return 0;
        }
        int status;
        waitpid(child, &status, 0);
        printf("child ended with %d\n", status);
    }
    return 0;
}
