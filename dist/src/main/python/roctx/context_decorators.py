"""Ranges and periods of recording around functions and blocks: as decorators, or with `with`."""

import functools

import roctx

__all__ = ["RoctxProfiler", "RoctxRange"]


class _Around:
    """Does something before and after a function or a block, however that ends."""

    def __call__(self, function):
        @functools.wraps(function)
        def around(*arguments, **named):
            self.__enter__()
            try:
                return function(*arguments, **named)
            finally:
                self.__exit__(None, None, None)

        return around


class RoctxRange(_Around):
    """A range with a message; `as` gets its level. Without a message, nothing."""

    def __init__(self, msg=None):
        self.msg = msg

    def __enter__(self):
        return roctx.rangePush(self.msg)

    def __exit__(self, kind, exception, traceback):
        if self.msg is not None:
            roctx.rangePop()


class RoctxProfiler(_Around):
    """Recording is resumed at the beginning and paused at the end; `tid` is a thread's id, 0 for all."""

    def __init__(self, tid=0):
        self.tid = tid

    def __enter__(self):
        return roctx.profilerResume(self.tid)

    def __exit__(self, kind, exception, traceback):
        roctx.profilerPause(self.tid)
