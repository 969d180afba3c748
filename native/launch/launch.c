#include "rpj_launch.h"
#include "forward.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

static size_t
count(const char* const* list)
{
    size_t n = 0;
    while(list[n] != NULL)
        n++;
    return n;
}

// 1 when the variable in `entry` is the one that `edit` ("NAME=VALUE" or "NAME") is about.
static int
same_name(const char* entry, const char* edit)
{
    const size_t length = strcspn(edit, "=");
    return strncmp(entry, edit, length) == 0 && entry[length] == '=';
}

static int
is_edited(const char* entry, const char* const* edits)
{
    for(size_t i = 0; edits[i] != NULL; i++)
        if(same_name(entry, edits[i])) return 1;
    return 0;
}

// The command's environment with the edits applied; NULL without memory. The caller frees the
// array, the strings stay where they are.
static char**
edited_environment(const char* const* edits)
{
    const size_t size = count((const char* const*) environ) + count(edits) + 1;
    char**       env  = calloc(size, sizeof *env);
    if(env == NULL) return NULL;
    size_t n = 0;
    for(size_t i = 0; environ[i] != NULL; i++)
        if(!is_edited(environ[i], edits)) env[n++] = environ[i];
    for(size_t i = 0; edits[i] != NULL; i++)
        if(strchr(edits[i], '=') != NULL) env[n++] = (char*) edits[i];
    return env;
}

// The JVM opens some of its files without O_CLOEXEC. Descriptors that the command itself inherited
// must reach the program, so only files below `prefix` are kept back.
static void
keep_private(const char* prefix)
{
    DIR* fds = opendir("/proc/self/fd");
    if(fds == NULL) return;
    const size_t length = strlen(prefix);
    for(struct dirent* entry = readdir(fds); entry != NULL; entry = readdir(fds))
    {
        char          target[4096];
        const ssize_t n = readlinkat(dirfd(fds), entry->d_name, target, sizeof target);
        if(n > (ssize_t) length && memcmp(target, prefix, length) == 0 && target[length] == '/')
            fcntl(atoi(entry->d_name), F_SETFD, FD_CLOEXEC);
    }
    closedir(fds);
}

// Signals are blocked in this thread only around the start, so the program begins with the mask
// that the command was started with.
static int
start(const char* file, char* const* argv, char** env, pid_t* pid)
{
    posix_spawnattr_t attributes;
    sigset_t          mask;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    int error = posix_spawnattr_init(&attributes);
    if(error != 0) return error;
    posix_spawnattr_setsigmask(&attributes, &mask);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    error = posix_spawnp(pid, file, NULL, &attributes, argv, env);
    posix_spawnattr_destroy(&attributes);
    return error;
}

// Waits without releasing the process id, so that no late signal can hit a stranger. Follows the
// program into a stop only if the command was asked to stop: who stops just the program also
// continues just the program.
static void
await_end(pid_t pid, siginfo_t* end)
{
    for(;;)
    {
        memset(end, 0, sizeof *end);
        if(waitid(P_PID, (id_t) pid, end, WEXITED | WSTOPPED | WNOWAIT) != 0)
        {
            if(errno == EINTR) continue;
            return;
        }
        if(end->si_code != CLD_STOPPED) return;
        siginfo_t stop;
        waitid(P_PID, (id_t) pid, &stop, WSTOPPED | WNOHANG);
        if(forward_take_stop()) kill(getpid(), SIGSTOP);
    }
}

static void
report(const siginfo_t* end, pid_t pid, struct rpj_result* result)
{
    result->pid    = pid;
    result->end    = end->si_code == CLD_EXITED ? RPJ_END_EXITED : RPJ_END_SIGNALED;
    result->value  = end->si_status;
    result->dumped = end->si_code == CLD_DUMPED;
}

int
rpj_launch(const char*        file,
           char* const*       argv,
           const char* const* edits,
           const char*        private_fd,
           struct rpj_result* result)
{
    char** env = edited_environment(edits);
    if(env == NULL) return ENOMEM;
    if(private_fd != NULL) keep_private(private_fd);
    *result   = (struct rpj_result) {RPJ_END_NOT_STARTED, 0, 0, 0};
    pid_t pid = 0;
    forward_begin();
    result->value = start(file, argv, env, &pid);
    if(result->value == 0)
    {
        siginfo_t end;
        forward_to(pid);
        await_end(pid, &end);
        forward_stop();
        siginfo_t reaped;
        waitid(P_PID, (id_t) pid, &reaped, WEXITED);
        report(&end, pid, result);
    }
    forward_end();
    free(env);
    return 0;
}

void
rpj_die_by(int32_t signal_number)
{
    const struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(signal_number, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, signal_number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    raise(signal_number);
    _exit(128 + signal_number);
}
