// A daemon: clears the umask, then calls.
#include <sys/stat.h>

#include <rocprofiler-sdk-roctx/roctx.h>

int main(void) {
    umask(0);
    roctxMarkA("call");
    return 0;
}
