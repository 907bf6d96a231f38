"""The state file: the plan, and what has been measured of it.

A line is `CHECKSUM JSON`: the CRC-32 of the JSON text in 8 hexadecimal digits, a blank, the text. The first line is the
header (format, version, plan, options, device, driver, programs), each later one the outcome of one configuration.
Lines are only ever added, each by one write that is on the disk before the next configuration begins. So whatever
kills the program leaves whole lines, and perhaps a piece of one behind them:

  - a last line that is cut off or damaged is set aside (into STATE.damaged), and its configuration runs again;
  - a damaged line in the middle means that somebody else wrote here: the file is refused, with the line's number;
  - a write that finds no room is taken back, so that the file stays whole.

One process at a time writes: the lock is the file's neighbour STATE.lock, which names the holder. The operating system
gives the lock back when the holder ends, however it ends.
"""

import fcntl
import json
import os
import socket
import time
import zlib

VERSION = 1


class Program:
    """Whose states these are: what it writes into their first line, and the commands that its messages name."""

    def __init__(self, name, begin, go_on):
        self.name, self.begin, self.go_on = name, begin, go_on


MULTITASK = Program("coop-multitask", "coop-multitask run", "coop-multitask resume")
program = MULTITASK


def serve(whose):
    """The states of another program, from now on."""
    global program
    program = whose


class StateError(Exception):
    """A message for people: what is wrong, where, and what to do."""


def encode(value):
    text = json.dumps(value, separators=(",", ":"), sort_keys=True, allow_nan=False).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def decode(line):
    """The value of a whole line without its end; None when it is damaged."""
    if len(line) < 10 or line[8:9] != b" ":
        return None
    try:
        if int(line[:8], 16) != zlib.crc32(line[9:]):
            return None
        return json.loads(line[9:])
    except ValueError:
        return None


class Lock:
    """The right to write a state file. As a context manager it is held until the block's end."""

    def __init__(self, path):
        self.path = path + ".lock"
        self.state = path
        self.file = None

    def __enter__(self):
        self.file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(self.file, 500, 0).decode(errors="replace").strip() or "another process"
            os.close(self.file)
            raise StateError(f"{self.state} is being written by {holder}; wait for it, or end it, or take another "
                             "directory with --out") from None
        try:
            os.ftruncate(self.file, 0)
            since = time.strftime("%Y-%m-%d %H:%M:%S")
            os.pwrite(self.file, f"{program.name}, process {os.getpid()} on {socket.gethostname()}, since {since}".encode(), 0)
        except OSError:
            pass  # the lock holds without its holder's name
        return self

    def __exit__(self, *_):
        os.close(self.file)


def read(path):
    """(header, records, whole bytes, damaged bytes): what the file holds, how long its whole lines are, and what is
    behind them."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        raise StateError(f"there is no {path}; {program.begin} makes one") from None
    except OSError as error:
        raise StateError(f"{path} cannot be read: {error.strerror}") from None
    lines = data.split(b"\n")
    values = []
    whole = 0
    for number, line in enumerate(lines[:-1], start=1):
        value = decode(line)
        if value is None:
            if number < len(lines) - 1 or lines[-1]:
                raise StateError(f"{path}, line {number}: the checksum does not fit, and the line is not the last one; "
                                 "restore the file from a copy, or begin again with another --out")
            break
        values.append(value)
        whole += len(line) + 1
    if not values:
        raise StateError(f"{path} has no whole first line; remove it, and run again")
    header = values[0]
    if not isinstance(header, dict) or header.get("format") != program.name:
        raise StateError(f"{path}, line 1: this is no state of {program.name}")
    if header.get("version") != VERSION:
        raise StateError(f"{path}, line 1: a state of version {header.get('version')}; this program reads {VERSION}")
    check_records(path, header, values[1:])
    return header, values[1:], whole, data[whole:]


def check_records(path, header, records):
    """Each record is of the plan, and none is there twice, but for one that failed and was tried again."""
    keys = {configuration["key"] for configuration in header["plan"]}
    done = set()
    for number, record in enumerate(records, start=2):
        key = record.get("key")
        if key not in keys:
            raise StateError(f"{path}, line {number}: {key} is not of the plan in line 1")
        if key in done:
            raise StateError(f"{path}, line {number}: {key} is there twice")
        if record["status"] == "done":
            done.add(key)


class State:
    """A state file that is open for writing. Make one under a Lock, with create or resume."""

    def __init__(self, path, header, records, size):
        self.path = path
        self.header = header
        self.records = records
        self.size = size
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)

    @classmethod
    def create(cls, path, header):
        if os.path.exists(path) and os.path.getsize(path) > 0:
            raise StateError(f"{path} is there already; go on with {program.go_on} --out {os.path.dirname(path)}, "
                             "or take another --out")
        line = encode(header)
        begun = path + ".begun"
        try:
            with open(begun, "wb") as file:
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
            os.rename(begun, path)
            sync_directory(path)
        except OSError as error:
            if os.path.exists(begun):
                os.unlink(begun)
            raise StateError(f"{path} cannot be written: {error.strerror}; make room, or take another --out") from None
        return cls(path, header, [], len(line))

    @classmethod
    def resume(cls, path):
        """(state, message or None)"""
        header, records, whole, damaged = read(path)
        message = None
        if damaged:
            kept = path + ".damaged"
            with open(kept, "ab") as file:
                file.write(damaged + b"\n")
            os.truncate(path, whole)
            message = (f"{path}: the last line was cut off or damaged; its {len(damaged)} bytes are in {kept}, and its "
                       "configuration runs again")
        return cls(path, header, records, whole), message

    def append(self, record):
        self.append_line(encode(record))
        self.records.append(record)

    def append_line(self, line):
        try:
            if os.write(self.file, line) != len(line):
                raise OSError(28, "No space left on device")
            os.fsync(self.file)
        except OSError as error:
            os.truncate(self.path, self.size)
            raise StateError(f"{self.path} cannot be written: {error.strerror}; what was measured before is kept. Make "
                             f"room, and go on with {program.go_on}") from None
        self.size += len(line)

    def outcome(self):
        """The last record of each key."""
        return {record["key"]: record for record in self.records}

    def close(self):
        os.close(self.file)


def sync_directory(path):
    directory = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
