#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int rpj_private(int fd) {
    const int above = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int error = errno;
    close(fd);
    errno = error;
    return above;
}

int rpj_private_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    if (ends[0] > STDERR_FILENO && ends[1] > STDERR_FILENO) return 0;
    ends[0] = rpj_private(ends[0]);
    ends[1] = rpj_private(ends[1]);
    if (ends[0] >= 0 && ends[1] >= 0) return 0;
    const int error = errno;
    close(ends[0]);
    close(ends[1]);
    errno = error;
    return -1;
}
