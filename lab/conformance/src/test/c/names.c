// names: ranges and marks whose names contain characters that terminals interpret: every one-byte and two-byte
// control character, text direction controls, line separators, bytes that are not valid text, and a name of 32 KiB.
// The process also has such a name, and leaves a child that runs until its standard input ends.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

static void use(const char* name) {
    roctxRangePushA(name);
    roctxMarkA(name);
    roctxRangePop();
}

static void use_character(unsigned c) {
    char name[32];
    if (c < 0x80) snprintf(name, sizeof name, "a%cb", (char)c);
    else if (c < 0x800) snprintf(name, sizeof name, "a%c%cb", 0xc0 | c >> 6, 0x80 | (c & 0x3f));
    else snprintf(name, sizeof name, "a%c%c%cb", 0xe0 | c >> 12, 0x80 | (c >> 6 & 0x3f), 0x80 | (c & 0x3f));
    use(name);
}

int main(int argc, char** argv) {
    static const unsigned formatting[] = {0x61c,  0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a,
                                          0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068,
                                          0x2069, 0xfeff, 0xfff9, 0xe9,   0x4e2d};
    static char longest[32769];
    (void)argv;
    for (unsigned c = 1; c < 0xa0; c++) use_character(c);
    for (size_t i = 0; i < sizeof formatting / sizeof *formatting; i++) use_character(formatting[i]);
    for (unsigned c = 0x80; c < 0x100; c++) {
        const char invalid[] = {'a', (char)c, 'b', 0};
        use(invalid);
    }
    use("\x1b]0;title\x07\x1b[31mred\x1b[0m\r\nrocprofv3: a line of its own");
    memset(longest, 'x', sizeof longest - 1);
    use(longest);
    prctl(PR_SET_NAME, "n\x1b[31m\na\xc2\x9b");
    if (argc > 1 && fork() == 0) {
        char byte;
        while (read(STDIN_FILENO, &byte, 1) > 0)
            ;
        _exit(0);
    }
    return 0;
}
