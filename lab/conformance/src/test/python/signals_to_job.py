"""Starts a program that writes down its signals, sends it all sorts of them, and prints what it wrote.

signals_to_job.py WAY COMMAND...: COMMAND, to which a file's name is added, is
  leader   the leader of a session with a terminal (ssh -t, xterm, tmux)
  job      the foreground job of a session that another process leads (a shell)
  stopped  the same, whose program lets itself be stopped
  plain    a process group without a terminal (a batch system)
"""

import ctypes
import fcntl
import os
import pty
import signal
import struct
import sys
import termios
import time

LOG = "seen"
LIBC = ctypes.CDLL(None)
PR_SET_CHILD_SUBREAPER = 36
FENCE = signal.SIGUSR2
TERMINAL = {b"\x03": signal.SIGINT, b"\x1c": signal.SIGQUIT, b"\x1a": signal.SIGTSTP}
SENT = [
    signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE, signal.SIGALRM, signal.SIGUSR1, signal.SIGCONT,
    signal.SIGTSTP, signal.SIGURG, signal.SIGXCPU, signal.SIGVTALRM, signal.SIGPROF, signal.SIGWINCH, signal.SIGIO,
    signal.SIGPWR, signal.SIGABRT, signal.SIGRTMIN, signal.SIGRTMAX,
]  # fmt: skip


def lines():
    try:
        with open(LOG, encoding="ascii") as file:
            return file.read().splitlines()
    except FileNotFoundError:
        return []


def wait_for(condition):
    """The caller ends this process if it takes too long."""
    while not condition():
        time.sleep(0.002)


def state(pid):
    with open(f"/proc/{pid}/stat", encoding="latin-1") as file:
        return file.read().rpartition(")")[2].split()[0]


class Job:
    """The process that a user has started, and what its program has seen."""

    def __init__(self, way, pid, terminal):
        self.way, self.pid, self.terminal = way, pid, terminal
        wait_for(lambda: any(line.startswith("pid") for line in lines()))
        self.program = int(lines()[0].split()[1])
        self.known = len(lines())

    def fence(self):
        """Whoever passes a signal on does so for those that came before this one."""
        before = lines().count(f"{FENCE.value} 0")
        os.kill(self.pid, FENCE)
        wait_for(lambda: lines().count(f"{FENCE.value} 0") > before)

    def sent(self, words, numbers, send):
        """Two fences: of two signals that wait for a process, it gets the lower number first."""
        send()
        for number in numbers:
            wait_for(lambda: any(line.startswith(f"{number:02} ") for line in lines()[self.known :]))
        self.fence()
        self.fence()
        fresh = sorted(line for line in lines()[self.known :] if line != f"{FENCE.value} 0")
        self.known = len(lines())
        print(self.way, words, *(int(number) for number in numbers), "seen:", *fresh, flush=True)

    def kill(self, number):
        os.kill(self.pid, number)

    def kill_group(self, number):
        os.killpg(os.getpgid(self.pid), number)

    def all_sorts(self):
        for number in SENT:
            self.sent("process", [number], lambda: self.kill(number))
            self.sent("group", [number], lambda: self.kill_group(number))
        number = signal.SIGRTMIN + 1
        self.sent("queue", [number], lambda: LIBC.sigqueue(self.pid, number, ctypes.c_void_p(5)))
        if self.terminal is not None:
            for key, number in TERMINAL.items():
                self.sent("terminal", [number], lambda: os.write(self.terminal, key))
            size = struct.pack("4H", 33, 77, 0, 0)
            resize = lambda: fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, size)
            self.sent("terminal", [signal.SIGWINCH], resize)

    def stop_and_continue(self):
        """The program, and with it the command, as the shell sees it."""
        stops = {
            "terminal": lambda: os.write(self.terminal, b"\x1a"),
            "process": lambda: self.kill(signal.SIGTSTP),
            "group": lambda: self.kill_group(signal.SIGTSTP),
        }
        for words, stop in stops.items():
            stop()
            wait_for(lambda: state(self.pid) == state(self.program) == "T")
            self.sent(words + " stop", [signal.SIGCONT], lambda: self.kill_group(signal.SIGCONT))

    def lose_terminal(self):
        self.sent("terminal lost", [signal.SIGHUP, signal.SIGCONT], lambda: os.close(self.terminal))

    def end(self):
        self.kill(signal.SIGTERM)
        _, status = os.waitpid(self.pid, 0)
        last = [line for line in lines()[self.known :] if line != f"{FENCE.value} 0"]
        print(self.way, "end", os.waitstatus_to_exitcode(status), "seen:", *last)


def in_foreground(command):
    """Becomes a new process group's leader, of the foreground if there is a terminal, and then the command."""
    os.setpgid(0, 0)
    if os.isatty(0):
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        os.tcsetpgrp(0, os.getpid())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])  # the program unblocks it
    os.execvp(command[0], command)


def start_in_session(command, way):
    """Returns the process id of the command and the other end of its terminal."""
    read, write = os.pipe()
    leader, terminal = pty.fork()
    if leader == 0:
        child = os.getpid() if way == "leader" else os.fork()
        if way != "leader" and child == 0:
            in_foreground(command)
        os.write(write, str(child).encode())
        if way == "leader":
            os.execvp(command[0], command)
        while True:
            signal.pause()  # until the terminal is lost
    return int(os.read(read, 32)), terminal


def main():
    way, command = sys.argv[1], sys.argv[2:] + [LOG]
    if os.path.exists(LOG):
        os.unlink(LOG)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever started this may ignore it
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)  # a job outlives the leader of its session
    if way == "plain":
        child = os.fork()
        if child == 0:
            in_foreground(command)
        job = Job(way, child, None)
    else:
        job = Job(way, *start_in_session(command + (["stop"] if way == "stopped" else []), way))
    if way == "stopped":
        job.stop_and_continue()
    else:
        job.all_sorts()
    if way != "plain":
        job.lose_terminal()
    job.end()


if __name__ == "__main__":
    main()
