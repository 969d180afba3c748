#include "run.h"
#include "../../runtime/native/environment.h"
#include "forward.h"
#include "witness.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

static size_t count(const char* const* list) {
    size_t n = 0;
    while (list[n] != NULL) n++;
    return n;
}

// Returns 1 if `edit` ("NAME=VALUE" or "NAME") is for the variable in `entry`.
static int same_name(const char* entry, const char* edit) {
    const size_t length = strcspn(edit, "=");
    return strncmp(entry, edit, length) == 0 && entry[length] == '=';
}

static int is_edited(const char* entry, const char* const* edits) {
    for (size_t i = 0; edits[i] != NULL; i++)
        if (same_name(entry, edits[i])) return 1;
    return 0;
}

// Returns the command's environment with the edits applied; NULL without memory. The caller frees the array; the
// strings are shared.
static char** edited_environment(const char* const* edits) {
    const size_t size = count((const char* const*)environ) + count(edits) + 1;
    char** env = calloc(size, sizeof *env);
    if (env == NULL) return NULL;
    size_t n = 0;
    for (size_t i = 0; environ[i] != NULL; i++)
        if (!is_edited(environ[i], edits)) env[n++] = environ[i];
    for (size_t i = 0; edits[i] != NULL; i++)
        if (strchr(edits[i], '=') != NULL) env[n++] = (char*)edits[i];
    return env;
}

// Executes the file found through PATH, as execvp does, but without falling back to a shell. Returns only on
// failure, with the errno.
static int execute(const char* file, char* const* argv, char** env) {
    const char* path = strchr(file, '/') != NULL ? NULL : rpj_environment("PATH");
    if (path == NULL) {
        execve(file, argv, env);
        return errno;
    }
    int error = ENOENT;
    for (const char* part = path; part != NULL; part = strchr(part, ':') != NULL ? strchr(part, ':') + 1 : NULL) {
        char name[PATH_MAX];
        const size_t length = strcspn(part, ":");
        const int size = snprintf(name, sizeof name, "%.*s%s%s", (int)length, part, length != 0 ? "/" : "", file);
        if (size >= (int)sizeof name) continue;
        execve(name, argv, env);
        if (errno == EACCES) error = EACCES;
        else if (errno != ENOENT && errno != ENOTDIR) return errno;
    }
    return error;
}

// Becomes the program, in the child, with the signal dispositions and the mask with which the command was started.
static void become(const struct rpj_program* program, char** env, int report_to) {
    sigset_t mask;
    forward_restore(&mask);
    sigaction(SIGCHLD, &program->on_child, NULL);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    const int error = execute(program->file, program->argv, env);
    const ssize_t ignored = write(report_to, &error, sizeof error);
    (void)ignored;
    _exit(127);
}

// Starts the program. A close-on-exec pipe reports whether it started. Signals are blocked while the child still
// has our handlers, which would lose them.
static int start(const struct rpj_program* program, char** env, pid_t* pid) {
    int result[2];
    int error = 0;
    sigset_t all;
    sigset_t mask;
    if (rpj_private_pipe(result) != 0) return errno;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &mask);
    *pid = fork();
    if (*pid == 0) become(program, env, result[1]);
    if (*pid < 0) error = errno;
    else witness_begin();
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    close(result[1]);
    if (*pid > 0) {
        ssize_t n;
        while ((n = read(result[0], &error, sizeof error)) < 0 && errno == EINTR)
            ;
        if (n != sizeof error) error = 0;
        if (error != 0) {
            waitpid(*pid, NULL, 0);
            witness_end();
        }
    }
    close(result[0]);
    return error;
}

// Waits without releasing the process id, so that no late signal reaches an unrelated process. Stops with
// the program only if the command was asked to stop: a caller that stops only the program also continues
// only the program.
static void await_end(pid_t pid, siginfo_t* end) {
    for (;;) {
        memset(end, 0, sizeof *end);
        if (waitid(P_PID, (id_t)pid, end, WEXITED | WSTOPPED | WNOWAIT) != 0) {
            if (errno == EINTR) continue;
            return;
        }
        if (end->si_code != CLD_STOPPED) return;
        siginfo_t stop;
        waitid(P_PID, (id_t)pid, &stop, WSTOPPED | WNOHANG);
        if (forward_take_stop()) kill(getpid(), SIGSTOP);
    }
}

static void report(const siginfo_t* end, pid_t pid, struct rpj_result* result) {
    result->pid = pid;
    result->end = end->si_code == CLD_EXITED ? RPJ_END_EXITED : RPJ_END_SIGNALED;
    result->value = end->si_status;
    result->dumped = end->si_code == CLD_DUMPED;
}

int rpj_run(const struct rpj_program* program, struct rpj_result* result) {
    char** env = edited_environment(program->edits);
    if (env == NULL) return ENOMEM;
    *result = (struct rpj_result){RPJ_END_NOT_STARTED, 0, 0, 0};
    pid_t pid = 0;
    forward_begin();
    result->value = start(program, env, &pid);
    if (result->value == 0) {
        siginfo_t end;
        forward_to(pid);
        await_end(pid, &end);
        forward_stop();
        witness_end();
        siginfo_t reaped;
        waitid(P_PID, (id_t)pid, &reaped, WEXITED);
        report(&end, pid, result);
    }
    forward_end();
    free(env);
    return 0;
}

void rpj_become(const struct rpj_program* program) {
    char** env = edited_environment(program->edits);
    sigaction(SIGCHLD, &program->on_child, NULL);
    errno = execute(program->file, program->argv, env != NULL ? env : environ);
}

void rpj_die(int signal_number) {
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
