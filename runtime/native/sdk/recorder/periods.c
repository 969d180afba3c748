// See periods.h.
#include "recorder/periods.h"

#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include "base/clock.h"
#include "recorder/image.h"
#include "recorder/switch.h"
#include "segment/segment.h"
#include "system/complain.h"
#include "system/own_threads.h"
#include "system/uncounted_thread.h"

enum { NANOS_PER_SECOND = 1000000000, TIMES = 5 };

// --- the log, by which AMD's test checks the periods ----------------------------------------------------------------

static void append(const char* lines, size_t bytes) {
    char path[RPJ_PATH_BYTES + RPJ_BESIDE_BYTES];
    rpj_segment_path_beside(path, RPJ_PERIODS_FILE);
    int file = rpj_file_create(path);
    if (file < 0 && errno == EEXIST) file = rpj_file_open_at_end(path);
    bool written = file >= 0 && rpj_file_write(file, lines, bytes);
    if (!written) rpj_complain_as_command("cannot write %s: %s", path, rpj_file_error(errno));
    if (file >= 0) rpj_file_close(file);
}

// `times`: the beginning of each step, and the end of the last.
static void note(const uint64_t times[TIMES]) {
    static const char* const steps[TIMES - 1] = {"--\ndelay:", "start:", "duration:", "stop:"};
    char lines[(TIMES - 1) * (16 + 2 * RPJ_DIGITS)], *to = lines;
    for (int i = 0; i < TIMES - 1; i++) {
        to = stpcpy(rpj_put_number(stpcpy(to, steps[i]), times[i], 10), ":");
        to = stpcpy(rpj_put_number(to, times[i + 1], 10), "\n");
    }
    append(lines, (size_t)(to - lines));
}

// --- the thread ----------------------------------------------------------------------------------------------------

static void sleep_for(uint64_t nanos) {
    const uint64_t from_ns = rpj_clock_now(CLOCK_MONOTONIC);
    for (uint64_t gone; (gone = rpj_clock_now(CLOCK_MONOTONIC) - from_ns) < nanos;) {
        const uint64_t left = nanos - gone, some = left < NANOS_PER_SECOND ? left : NANOS_PER_SECOND - 1;
        const struct timespec rest = {0, (long)some};
        void (*look)(void) = __atomic_load_n(&rpj_while_waiting, __ATOMIC_ACQUIRE);
        nanosleep(&rest, NULL);
        if (look != NULL) look();
    }
}

static uint64_t switched(bool on) {
    rpj_recorder_off(RPJ_OFF_BETWEEN_PERIODS, !on);
    return rpj_boottime_now();
}

static void cycle(const native_image_period_t* period, bool logs) {
    uint64_t times[TIMES] = {rpj_boottime_now()};
    sleep_for(period->delay_ns);
    times[1] = rpj_boottime_now();
    times[2] = switched(true);
    sleep_for(period->duration_ns);
    times[3] = rpj_boottime_now();
    times[4] = switched(false);
    if (logs) note(times);
}

static void run(void* argument) {
    const native_image_t* image = argument;
    const native_image_period_t* periods = rpj_image_at(image, image->periods);
    prctl(PR_SET_NAME, "rocprofv3-clock");
    for (uint32_t i = 0; i < image->period_count; i++)
        for (uint64_t done = 0; !periods[i].repeat || done < periods[i].repeat; done++)
            cycle(&periods[i], image->flags & RPJ_IMAGE_LOGS_PERIODS);
}

void rpj_periods_begin(const native_image_t* image) {
    static rpj_uncounted thread;
    const native_image_period_t* first = rpj_image_at(image, image->periods);
    if (!image->period_count) return;
    rpj_recorder_off(RPJ_OFF_BETWEEN_PERIODS, first->delay_ns != 0);
    if (rpj_start_uncounted(&thread, run, (void*)image)) return;
    rpj_recorder_off(RPJ_OFF_BETWEEN_PERIODS, false);
    rpj_complain_as_command("this process may have no thread for --collection-period: it is recorded as a whole");
}
