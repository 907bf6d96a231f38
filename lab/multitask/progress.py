"""How far a run is: a gauge on a terminal, a line for each configuration elsewhere."""

import shutil
import sys
import time


def duration(seconds):
    seconds = int(round(seconds))
    if seconds < 100:
        return f"{seconds} s"
    minutes = (seconds + 30) // 60
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02d} min"


class Progress:
    def __init__(self, total, file=sys.stderr):
        self.total = total
        self.file = file
        self.is_terminal = file.isatty()
        self.began = time.monotonic()

    def show(self, done, left_s, key):
        """Before a configuration runs."""
        if not self.is_terminal:
            return
        width = shutil.get_terminal_size().columns
        cells = max(min(width - 60, 30), 5)
        filled = cells * done // max(self.total, 1)
        text = f"[{'#' * filled}{'.' * (cells - filled)}] {done}/{self.total}, {duration(left_s)} left: {key}"
        self.file.write("\r" + text[:width - 1] + "\033[K")
        self.file.flush()

    def note(self, done, left_s, key, took_s, reason):
        """After it."""
        if self.is_terminal and reason is None:
            return
        start = "\r\033[K" if self.is_terminal else ""
        said = f"FAILED: {reason}" if reason else f"{took_s:.1f} s"
        self.file.write(f"{start}{done}/{self.total} {key}: {said} ({duration(left_s)} left)\n")
        self.file.flush()

    def end(self):
        if self.is_terminal:
            self.file.write("\r\033[K")
            self.file.flush()
