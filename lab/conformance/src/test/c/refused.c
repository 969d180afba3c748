// refused PROGRAM ANSWER WHAT COMMAND...: runs a command, and stands between the kernel and the processes of PROGRAM,
// the name of an executable file, wherever they open or look at files below /proc, /sys, /dev, HOME, TMPDIR or the
// working directory: by libraries, the C library itself, or bare system calls. ANSWER:
//   log                           as without it; writes each path to the file WHAT
//   EACCES, ENOENT, ELOOP         this error for the path WHAT, or for `all`
//   EIO                           the same; an open file has it when it is read
//   empty, huge                   an open file is empty, or one line of digits, 64 MiB long
// In paths, numbers are `#`; folders have their variables' names, CWD is the working directory, and `getcwd` is one.
// Ends as the command does; with 77 where the kernel cannot do this.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SKIPPED = 77, HUGE_BYTES = 64 << 20, MOST_PATHS = 1000 };

// --- the system calls ----------------------------------------------------------------------------------------------

enum { NONE = -1 };

// The positions of their arguments.
static const struct {
    int number, folder, path, flags;
} calls[] = {
    {SYS_open, NONE, 0, 1},         {SYS_openat, 0, 1, 2},        {SYS_stat, NONE, 0, NONE},
    {SYS_lstat, NONE, 0, NONE},     {SYS_newfstatat, 0, 1, NONE}, {SYS_statx, 0, 1, NONE},
    {SYS_access, NONE, 0, NONE},    {SYS_faccessat, 0, 1, NONE},  {SYS_faccessat2, 0, 1, NONE},
    {SYS_readlink, NONE, 0, NONE},  {SYS_readlinkat, 0, 1, NONE}, {SYS_statfs, NONE, 0, NONE},
    {SYS_getcwd, NONE, NONE, NONE},
};
enum { CALLS = sizeof calls / sizeof *calls };

static int listen_to_calls(void) {
    struct sock_filter code[2 * CALLS + 2] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    unsigned short length = 1;
    for (int i = 0; i < CALLS; i++) {
        code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i].number, 0, 1);
        code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    }
    code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {length, code};
    if (geteuid() != 0) prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

// --- paths ---------------------------------------------------------------------------------------------------------

static struct {
    const char* name;
    char path[PATH_MAX];
} folders[] = {{"HOME", ""}, {"TMPDIR", ""}, {"CWD", ""}};
enum { FOLDERS = sizeof folders / sizeof *folders };

static void find_folders(void) {
    for (int i = 0; i < FOLDERS; i++) {
        const char* path = getenv(folders[i].name);
        if (!realpath(path != NULL ? path : ".", folders[i].path)) *folders[i].path = 0;
    }
}

static int is_below(const char* path, const char* folder) {
    size_t length = strlen(folder);
    return length > 1 && !strncmp(path, folder, length) && (!path[length] || path[length] == '/');
}

static void link_of(char* to, pid_t pid, const char* name) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    ssize_t length = readlink(path, to, PATH_MAX - 1);
    to[length > 0 ? length : 0] = 0;
}

// Reads a text of another process, which may end before the page does.
static void text_of(char* to, pid_t pid, uint64_t at) {
    size_t used = 0;
    while (used + 1 < PATH_MAX) {
        size_t some = 256 - (at + used) % 256;
        if (some > PATH_MAX - 1 - used) some = PATH_MAX - 1 - used;
        struct iovec here = {to + used, some}, there = {(void*)(uintptr_t)(at + used), some};
        if (process_vm_readv(pid, &here, 1, &there, 1, 0) != (ssize_t)some) break;
        if (memchr(to + used, 0, some)) return;
        used += some;
    }
    to[used] = 0;
}

static void whole_path(char* to, const struct seccomp_notif* asked, int call) {
    char name[PATH_MAX], where[32] = "cwd";
    if (calls[call].path == NONE) {
        strcpy(to, "getcwd");
        return;
    }
    text_of(name, (pid_t)asked->pid, asked->data.args[calls[call].path]);
    *to = 0;
    if (!*name) return; // an open file
    if (*name == '/') {
        memcpy(to, name, sizeof name);
        return;
    }
    int folder = calls[call].folder == NONE ? AT_FDCWD : (int)asked->data.args[calls[call].folder];
    if (folder != AT_FDCWD) snprintf(where, sizeof where, "fd/%d", folder);
    link_of(to, (pid_t)asked->pid, where);
    size_t length = strlen(to);
    snprintf(to + length, PATH_MAX + 1, "/%s", name);
}

// Writes the path as the user knows it. False if it is none of those that are answered.
static int general(char* to, const char* path) {
    static const char* const kernels[] = {"/proc", "/sys", "/dev"};
    int known = !strcmp(path, "getcwd");
    *to = 0;
    for (int i = 0; i < 3; i++) known |= is_below(path, kernels[i]);
    for (int i = 0; i < FOLDERS && !known; i++) {
        if (!is_below(path, folders[i].path)) continue;
        known = 1;
        to = stpcpy(to, folders[i].name);
        path += strlen(folders[i].path);
    }
    while (known && *path) {
        size_t digits = strspn(path, "0123456789");
        *to++ = digits ? '#' : *path;
        path += digits ? digits : 1;
    }
    *to = 0;
    return known;
}

static int is_of(const char* program, pid_t pid) {
    char file[PATH_MAX];
    link_of(file, pid, "exe");
    const char* name = strrchr(file, '/');
    return name != NULL && !strcmp(name + 1, program);
}

// --- answers -------------------------------------------------------------------------------------------------------

static const struct {
    const char* name;
    int error;
} errors[] = {{"EACCES", EACCES}, {"ENOENT", ENOENT}, {"ELOOP", ELOOP}, {"EIO", EIO}};

static int error_named(const char* name) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (!strcmp(errors[i].name, name)) return errors[i].error;
    return 0;
}

static void write_once(int log, const char* path) {
    static char* known[MOST_PATHS];
    int i = 0;
    while (i < MOST_PATHS && known[i] != NULL && strcmp(known[i], path) != 0) i++;
    if (i == MOST_PATHS || known[i] != NULL) return;
    known[i] = strdup(path);
    dprintf(log, "%s\n", path);
}

// Returns a descriptor of an empty or huge file, of an empty folder, or of one that cannot be read.
static int substitute(const char* answer, int flags, int is_folder) {
    static char huge[1 << 20], path[64], folder[] = "/tmp/refusedXXXXXX";
    static int file = -1;
    if (!strcmp(answer, "EIO")) return open("/proc/self/mem", O_RDONLY | O_CLOEXEC); // there is nothing at 0
    if (is_folder) {
        int opened = mkdtemp(folder) ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
        rmdir(folder);
        strcpy(folder + sizeof folder - 7, "XXXXXX");
        return opened;
    }
    if (file < 0) {
        file = memfd_create(answer, MFD_CLOEXEC);
        memset(huge, '1', sizeof huge);
        for (int i = 0; !strcmp(answer, "huge") && i < HUGE_BYTES; i += (int)sizeof huge)
            if (write(file, huge, sizeof huge) != sizeof huge) perror("refused");
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return (flags & O_ACCMODE) == O_RDONLY ? open(path, O_RDONLY | O_CLOEXEC) : open("/dev/null", flags | O_CLOEXEC);
}

typedef struct {
    const char *program, *answer, *what;
    int log, listener;
} plan;

enum { ANSWERED = 0, GO_ON = 1 };

// Returns one of those, or a negative error.
static int64_t answer_to(const plan* p, const struct seccomp_notif* asked) {
    char whole[2 * PATH_MAX], path[2 * PATH_MAX];
    struct stat seen;
    int call = 0;
    while (calls[call].number != asked->data.nr) call++;
    if (!is_of(p->program, (pid_t)asked->pid)) return GO_ON;
    whole_path(whole, asked, call);
    if (!general(path, whole)) return GO_ON;
    int opens = calls[call].flags != NONE, flags = opens ? (int)asked->data.args[calls[call].flags] : 0;
    int is_folder = stat(whole, &seen) == 0 && S_ISDIR(seen.st_mode);
    if (p->log >= 0) write_once(p->log, path);
    if (p->log >= 0 || (strcmp(p->what, "all") != 0 && strcmp(p->what, path) != 0)) return GO_ON;
    int error = error_named(p->answer);
    if (error && (error != EIO || !opens)) return -error;
    if (!opens || (is_folder && !strcmp(p->answer, "huge"))) return GO_ON;
    struct seccomp_notif_addfd file = {.id = asked->id,
                                       .flags = SECCOMP_ADDFD_FLAG_SEND,
                                       .srcfd = (unsigned)substitute(p->answer, flags, is_folder),
                                       .newfd_flags = (unsigned)flags & O_CLOEXEC};
    int given = ioctl(p->listener, SECCOMP_IOCTL_NOTIF_ADDFD, &file);
    int why = errno;
    close((int)file.srcfd);
    return given >= 0 ? ANSWERED : -why;
}

static void serve(const plan* p) {
    struct pollfd wait = {p->listener, POLLIN, 0};
    while (poll(&wait, 1, -1) > 0 && !(wait.revents & POLLHUP)) {
        struct seccomp_notif asked = {0};
        if (ioctl(p->listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) continue; // it ended meanwhile
        int64_t answer = answer_to(p, &asked);
        struct seccomp_notif_resp said = {.id = asked.id,
                                          .error = answer < 0 ? (int)answer : 0,
                                          .flags = answer == GO_ON ? SECCOMP_USER_NOTIF_FLAG_CONTINUE : 0};
        if (answer != ANSWERED) ioctl(p->listener, SECCOMP_IOCTL_NOTIF_SEND, &said);
    }
}

// Runs the command; the parent has a descriptor of the listener, or -1.
static pid_t start(char** command, int* listener) {
    int to_parent[2], to_child[2], theirs = -1;
    char go = 0;
    if (pipe2(to_parent, O_CLOEXEC) != 0 || pipe2(to_child, O_CLOEXEC) != 0) exit(SKIPPED);
    pid_t child = fork();
    if (child == 0) {
        theirs = listen_to_calls();
        if (write(to_parent[1], &theirs, sizeof theirs) != sizeof theirs || read(to_child[0], &go, 1) != 1) _exit(1);
        execvp(*command, command);
        _exit(SKIPPED);
    }
    if (read(to_parent[0], &theirs, sizeof theirs) != sizeof theirs || theirs < 0) exit(SKIPPED);
    *listener = (int)syscall(SYS_pidfd_getfd, syscall(SYS_pidfd_open, child, 0), theirs, 0);
    if (*listener < 0 || write(to_child[1], &go, 1) != 1) exit(SKIPPED);
    return child;
}

int main(int count, char** arguments) {
    int status = 0;
    if (count < 5) return 2;
    plan p = {.program = arguments[1], .answer = arguments[2], .what = arguments[3], .log = -1};
    if (!strcmp(p.answer, "log")) p.log = open(p.what, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    find_folders();
    pid_t child = start(arguments + 4, &p.listener);
    serve(&p);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
