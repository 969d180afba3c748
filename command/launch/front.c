// The command `rocprofv3`; under the names `rocprof`, `rocpd` and `rocprofv3-avail`, those commands.
//
// The front starts a JVM, which parses the command line and requests the start of the program; the front starts the
// program itself and waits for both. So the program has the same limits, descriptors and signals as untraced,
// whatever the JVM needs; and where no JVM can run, the program still runs.
#include "../../runtime/native/standard_error.h"
#include "channel.h"
#include "jvm.h"
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

static const char DIRECTORY[] = "ROCPROFILER_COLLECTOR_DIR=";

enum { NOT_EXECUTABLE = 126, NOT_FOUND = 127 };

static struct {
    char root[PATH_MAX];
    const char* command;
    char* const* program; // NULL without a program
    struct sigaction on_child;
    int control; // socket to the JVM
    int words;   // pipe with the JVM's messages until it has the command's output
    pid_t jvm;
    char said[160];
    struct rpj_result result; // of the program
    char* directory;          // of the run, as named in the edits
    int place;                // descriptor of that directory, valid if it is renamed
    int launched;
    int verdict;
    int die;
} front = {.place = -1};

__attribute__((format(printf, 1, 2))) static void complain(const char* format, ...) {
    char line[PATH_MAX + 512];
    int used = snprintf(line, sizeof line, "%s: ", front.command);
    va_list arguments;
    va_start(arguments, format);
    used += vsnprintf(line + used, sizeof line - (size_t)used - 1, format, arguments);
    va_end(arguments);
    if (used > (int)sizeof line - 2) used = (int)sizeof line - 2;
    line[used++] = '\n';
    rpj_say(line, (size_t)used);
}

// --- the program

static int takes_value(const char* option) {
    static const char* const options[] = {
        "-i", "-o", "-d", "--trace-start", "--trace-period", "--flush-rate", "--basenames", "--timestamp"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcmp(option, options[i]) == 0) return 1;
    return 0;
}

// Finds the program in `rocprof [options] program`, which has no `--` before the program.
static char* const* behind_options(char* const* argument) {
    while (*argument != NULL && (*argument)[0] == '-') {
        if (strcmp(*argument, "--") == 0) return argument + 1;
        argument += takes_value(*argument) && argument[1] != NULL ? 2 : 1;
    }
    return argument;
}

// The names of this executable: rocprofv3, and those of the links to it.
static const char* known_name(const char* name) {
    static const char* const names[] = {"rocprof", "rocpd", "rocprofv3-avail"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return names[i];
    return "rocprofv3";
}

static int runs_programs(const char* command) {
    return strcmp(command, "rocprofv3") == 0 || strcmp(command, "rocprof") == 0;
}

static char* const* find_program(char* const* arguments) {
    char* const* found = arguments;
    if (!runs_programs(front.command)) return NULL;
    if (strcmp(front.command, "rocprof") == 0) found = behind_options(arguments);
    else if (*arguments != NULL && strcmp(*arguments, "convert") == 0) return NULL;
    else {
        while (*found != NULL && strcmp(*found, "--") != 0) found++;
        if (*found != NULL) found++;
    }
    return *found != NULL ? found : NULL;
}

// Finds the directory of this executable, without symbolic links: <root>/bin/rocprofv3.
static int root_of(const char* command) {
    char* self = realpath(command, NULL);
    if (self == NULL || strlen(self) >= sizeof front.root) return -1;
    strcpy(front.root, self);
    free(self);
    for (int i = 0; i < 2; i++) {
        char* slash = strrchr(front.root, '/');
        if (slash == NULL) return -1;
        *slash = 0;
    }
    return 0;
}

static bool has_java(char* java, size_t size) {
    snprintf(java, size, "%s/lib/runtime/bin/java", front.root);
    return access(java, X_OK) == 0;
}

// `java`: the path of the JVM, also if it is missing. A dynamic linker that was told to load the command, as softkfd
// tells that of a runtime, is the executable then: only the name by which it was told leads to the installation.
static bool find_java(const char* name, char* java, size_t size) {
    *java = 0;
    bool found = root_of("/proc/self/exe") == 0 || root_of((const char*)getauxval(AT_EXECFN)) == 0;
    if (found && has_java(java, size)) return true;
    return strchr(name, '/') != NULL && root_of(name) == 0 && has_java(java, size);
}

// --- without a JVM

static void close_if_open(int fd) {
    if (fd >= 0) close(fd);
}

// Executes the program in place of this process, untraced.
static int run_untraced(const char* why) {
    static const char* const no_edits[] = {NULL};
    if (front.jvm > 0) {
        kill(front.jvm, SIGKILL);
        waitpid(front.jvm, NULL, 0);
    }
    complain("warning: the command's own Java runtime %s; the program runs untraced", why);
    const struct rpj_program program = {front.program[0], front.program, no_edits, front.on_child};
    rpj_become(&program);
    const int error = errno;
    complain("cannot execute %s: %s", front.program[0], strerror(error));
    return error == ENOENT ? NOT_FOUND : NOT_EXECUTABLE;
}

// Returns the JVM's messages on one line, without control characters for a terminal.
static const char* why_it_failed(int status) {
    static char text[sizeof front.said + 64];
    for (char* c = front.said; *c != 0; c++)
        if ((unsigned char)*c < ' ' || (unsigned char)*c > '~') *c = ' ';
    for (size_t end = strlen(front.said); end > 0 && front.said[end - 1] == ' '; end--) front.said[end - 1] = 0;
    if (front.said[0] != 0) snprintf(text, sizeof text, "does not start (%s)", front.said);
    else if (WIFSIGNALED(status)) snprintf(text, sizeof text, "does not start (signal %d)", WTERMSIG(status));
    else snprintf(text, sizeof text, "does not start (exit code %d)", WEXITSTATUS(status));
    return text;
}

// Ends after the program, when no JVM is left to convert the records.
static int end_without_conversion(void) {
    complain("the command's own Java runtime ended too early; the records are in %s; rocprofv3 convert reads them",
             front.directory != NULL ? front.directory : "the output directory");
    if (front.result.end == RPJ_END_SIGNALED) rpj_die(front.result.value);
    return front.result.value != 0 ? front.result.value : 1;
}

// --- with a JVM

// Duplicates the command's output for the JVM, independent of the program; /dev/null if the command has none.
static int output(int number) {
    const int copy = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    return copy >= 0 || errno != EBADF ? copy : rpj_private(open("/dev/null", O_WRONLY | O_CLOEXEC));
}

static void keep_in_jvm(int fd) { fcntl(fd, F_SETFD, 0); }

// Becomes the JVM, in the child. The JVM is killed when its front ends.
static void be_jvm(const struct rpj_jvm* jvm, const struct rpj_jvm_ends* ends, int words, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    if (fcntl(STDIN_FILENO, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != STDIN_FILENO) _exit(1);
    dup2(words, STDOUT_FILENO);
    dup2(words, STDERR_FILENO);
    keep_in_jvm(ends->control);
    keep_in_jvm(ends->out);
    keep_in_jvm(ends->error);
    rpj_become_jvm(jvm, ends);
    dprintf(words, "%s", strerror(errno));
    _exit(1);
}

static int start_jvm(const struct rpj_jvm* jvm) {
    int sockets[2] = {-1, -1};
    int words[2] = {-1, -1};
    struct rpj_jvm_ends ends = {-1, output(STDOUT_FILENO), output(STDERR_FILENO)};
    const pid_t self = getpid();
    const int made = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) == 0;
    front.control = made ? rpj_private(sockets[0]) : -1;
    ends.control = made ? rpj_private(sockets[1]) : -1;
    const int piped = rpj_private_pipe(words) == 0;
    front.words = piped ? words[0] : -1;
    if (front.control >= 0 && ends.control >= 0 && piped && ends.out >= 0 && ends.error >= 0) front.jvm = fork();
    else front.jvm = -1;
    if (front.jvm == 0) be_jvm(jvm, &ends, words[1], self);
    const int error = errno;
    close_if_open(ends.control);
    close_if_open(ends.out);
    close_if_open(ends.error);
    if (piped) close(words[1]);
    errno = error;
    return front.jvm > 0 ? 0 : -1;
}

// The JVM may use the memory that the program lacks: without the JVM, the program may start.
static int lacks_room(const struct rpj_result* result) {
    return result->end == RPJ_END_NOT_STARTED && (result->value == EAGAIN || result->value == ENOMEM);
}

static void note_directory(const char* directory) {
    front.directory = strdup(directory);
    front.place = rpj_private(open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC));
}

// Finds the current path of the run's directory: empty if it was removed. A directory without a path, because its
// file system is no longer visible here, is reached through this process.
static void find_directory(char* path, size_t size) {
    struct stat original;
    struct stat found;
    char link[64];
    snprintf(link, sizeof link, "/proc/%d/fd/%d", getpid(), front.place);
    const ssize_t length = readlink(link, path, size - 1);
    path[length > 0 ? length : 0] = 0;
    if (fstat(front.place, &original) != 0 || original.st_nlink == 0) path[0] = 0;
    else if (stat(path, &found) != 0 || found.st_dev != original.st_dev || found.st_ino != original.st_ino)
        snprintf(path, size, "%s", link);
}

static void send_result(void) {
    char path[PATH_MAX] = "";
    if (front.place >= 0) find_directory(path, sizeof path);
    else if (front.directory != NULL) snprintf(path, sizeof path, "%s", front.directory);
    rpj_send(front.control, RPJ_MESSAGE_RESULT, &front.result, sizeof front.result, path, strlen(path));
}

static void run(const char* const* strings, uint32_t arguments) {
    const char* const* edits = strings + arguments + 1;
    struct rpj_program program = {strings[0], (char* const*)strings, edits, front.on_child};
    for (const char* const* edit = edits; *edit != NULL; edit++)
        if (strncmp(*edit, DIRECTORY, sizeof DIRECTORY - 1) == 0) note_directory(*edit + sizeof DIRECTORY - 1);
    if (rpj_run(&program, &front.result) != 0 || lacks_room(&front.result))
        _exit(run_untraced("leaves the program no room"));
    front.launched |= front.result.end != RPJ_END_NOT_STARTED;
    send_result();
}

// Splits the message into two NULL-terminated lists in one array.
static void run_message(const char* bytes, size_t size) {
    struct rpj_run_counts counts;
    if (size < sizeof counts) return;
    memcpy(&counts, bytes, sizeof counts);
    const char** strings = calloc((size_t)counts.arguments + counts.edits + 2, sizeof *strings);
    if (strings == NULL) _exit(run_untraced("leaves the program no room"));
    const char* next = bytes + sizeof counts;
    for (uint32_t i = 0; i < counts.arguments + counts.edits; i++) {
        strings[i + (i >= counts.arguments)] = next;
        next += strlen(next) + 1;
    }
    run(strings, counts.arguments);
    free(strings);
}

// Serves one message of the JVM. Returns 0 when the JVM has closed the socket.
static int serve_message(void) {
    char* bytes;
    size_t size;
    const uint32_t kind = rpj_receive(front.control, &bytes, &size);
    if (kind == RPJ_MESSAGE_RUN) run_message(bytes, size);
    else if (kind == RPJ_MESSAGE_VERDICT) front.verdict = 1;
    else if (kind == RPJ_MESSAGE_DIE && size == sizeof(int32_t)) memcpy(&front.die, bytes, size);
    free(bytes);
    return kind != 0;
}

static void read_words(struct pollfd* source) {
    char text[1024];
    const ssize_t n = read(front.words, text, sizeof text);
    size_t used = strlen(front.said);
    if (n <= 0) source->fd = -1;
    for (ssize_t i = 0; i < n && used < sizeof front.said - 1; i++) front.said[used++] = text[i];
}

static void serve(void) {
    struct pollfd sources[2] = {{front.control, POLLIN, 0}, {front.words, POLLIN, 0}};
    for (;;) {
        if (poll(sources, 2, -1) < 0) continue;
        if (sources[1].revents != 0) read_words(&sources[1]);
        else if (sources[0].revents != 0 && !serve_message()) return;
    }
}

static int supervise(const struct rpj_jvm* jvm) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(SIGCHLD, &standard, &front.on_child);
    if (start_jvm(jvm) != 0) {
        front.jvm = 0;
        return run_untraced(errno == EAGAIN ? "cannot be started (no process can be created)" : "cannot be started");
    }
    serve();
    int status = 0;
    while (waitpid(front.jvm, &status, 0) < 0 && errno == EINTR)
        ;
    front.jvm = 0;
    if (front.die != 0) rpj_die(front.die);
    if (front.verdict && WIFEXITED(status)) return WEXITSTATUS(status);
    return front.launched ? end_without_conversion() : run_untraced(why_it_failed(status));
}

static int command(int argc, char** argv) {
    const char* slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char* name = slash != NULL ? slash + 1 : argc > 0 ? argv[0] : "";
    front.command = known_name(name);
    char java[PATH_MAX + 32];
    if (argc < 1 || !find_java(argv[0], java, sizeof java)) {
        if (argc < 1 || *java == 0)
            complain("cannot find the installation that this command belongs to: start it by its path");
        else
            complain("cannot execute %s: %s; if that is no part of this command's installation, start it by its path, "
                     "else copy the installation again",
                     java, strerror(errno));
        return 1;
    }
    const struct rpj_jvm jvm = {front.root, front.command, argv + 1};
    front.program = find_program(argv + 1);
    if (front.program != NULL) _exit(supervise(&jvm));
    rpj_become_jvm(&jvm, NULL);
    complain("cannot start %s: %s", java, strerror(errno));
    return 1;
}

// --- on a separate stack: the command must not make the program need a larger one

enum { STACK_BYTES = 256 * 1024 };

static struct {
    ucontext_t before, on_stack;
    int argc;
    char** argv;
    int status;
} switched;

static void on_stack(void) { switched.status = command(switched.argc, switched.argv); }

int main(int argc, char** argv) {
    static char stack[STACK_BYTES];
    getcontext(&switched.on_stack);
    switched.on_stack.uc_stack.ss_sp = stack;
    switched.on_stack.uc_stack.ss_size = sizeof stack;
    switched.on_stack.uc_link = &switched.before;
    switched.argc = argc;
    switched.argv = argv;
    makecontext(&switched.on_stack, on_stack, 0);
    swapcontext(&switched.before, &switched.on_stack);
    return switched.status;
}
