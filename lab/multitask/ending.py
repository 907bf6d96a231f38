"""The two ends of a program in Python, as host/base/program.h has them for those in C."""

import errno
import io
import os
import signal
import sys

LOST = 3  # the exit status of a program whose standard output could not be written


class Output(io.RawIOBase):
    """Standard output that keeps its first error for the end, so that what is measured is not lost with it."""

    def __init__(self):
        super().__init__()
        self.error = None

    def writable(self):
        return True

    def isatty(self):
        return os.isatty(1)

    def fileno(self):
        return 1

    def write(self, data):
        if self.error is None:
            try:
                return os.write(1, data)
            except OSError as error:
                self.error = error
        return len(data)


def end(name, output, status):
    sys.stdout.flush()
    if output.error is None:
        return status
    if output.error.errno == errno.EPIPE:  # whoever leaves a pipe early ends the program without a word
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
    print(f"{name}: standard output cannot be written: {output.error.strerror}", file=sys.stderr)
    return status or LOST


def run(name, program, *arguments):
    """Calls the program, which returns an exit status, and ends the process with it."""
    for descriptor in range(3):  # a standard stream that is closed stays unusable, or a file would get its number
        try:
            os.fstat(descriptor)
        except OSError:
            os.open("/dev/full", os.O_RDONLY if descriptor else os.O_WRONLY)
    output = Output()
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(output), encoding=sys.stdout.encoding if sys.stdout else "utf-8",
                                  line_buffering=os.isatty(1))
    try:
        status = program(*arguments)
    except SystemExit as asked:  # by --help
        status = asked.code
    sys.exit(end(name, output, status))
