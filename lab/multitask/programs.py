"""The programs that do the work, as children: found, asked what they can do, run with a deadline."""

import ctypes
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess

PR_SET_PDEATHSIG = 1
NO_DEVICE = 77


class ProgramError(Exception):
    """A message for people."""


class NoDevice(Exception):
    """A message for people: no OpenCL device can serve."""


def find(name, directory):
    path = os.path.join(directory, name)
    if not os.access(path, os.X_OK):
        raise ProgramError(f"there is no program {path}; --bin names the directory of coop-app and coop-info")
    return path


_libc = ctypes.CDLL(None, use_errno=True)


def die_with_parent():
    """In the child: no measurement goes on for a parent that has been killed, beside the next one's."""
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Outcome:
    """How a child ended. `reason` is None when it ended with code 0."""

    def __init__(self, code, output, errors, reason):
        self.code = code
        self.output = output
        self.errors = errors
        self.reason = reason


def start(arguments):
    return subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            start_new_session=True, preexec_fn=die_with_parent)


def end(child):
    """Ends the child and all that it has started."""
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    return child.communicate()


def finish(child, deadline_s):
    """Waits for a child of start(); it is gone afterwards, also after an interruption."""
    try:
        output, errors = child.communicate(timeout=deadline_s)
    except subprocess.TimeoutExpired:
        output, errors = end(child)
        return Outcome(None, output, errors, f"no end after {deadline_s:g} s; killed")
    except BaseException:
        end(child)
        raise
    return Outcome(child.returncode, output, errors, reason_of(child.returncode, errors))


def reason_of(code, errors):
    if code == 0:
        return None
    said = [line for line in errors.decode(errors="replace").replace("\r", "\n").split("\n") if line.strip()]
    if code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        return f"ended by {name}" + (f"; said last: {said[-1].strip()[:300]}" if said else "")
    return said[0].strip()[:600] if said else f"exit code {code}, and no message"


def run(arguments, deadline_s):
    return finish(start(arguments), deadline_s)


def run_json(arguments, deadline_s):
    """(object, None), or (object or None, the reason why it failed)."""
    outcome = run(arguments, deadline_s)
    try:
        value = json.loads(outcome.output)
    except ValueError:
        value = None
    if outcome.reason is None and not isinstance(value, dict):
        return None, "no JSON came out of it: " + repr(outcome.output[:80])
    return value, outcome.reason


def are_same(one, other):
    """Are these the same programs? The commit is that of the checkout, which may have moved on since they were built."""
    return all(one[name] == other[name] for name in ("version", "coop_app_sha256"))


class Programs:
    """coop-app and coop-info, and what they say of themselves."""

    def __init__(self, directory):
        self.app = find("coop-app", directory)
        self.info = find("coop-info", directory)
        self._help = {}
        self._applications = None

    def optional(self, name):
        """A program of the same directory; None when it is not there."""
        path = os.path.join(os.path.dirname(self.app), name)
        return path if os.access(path, os.X_OK) else None

    def applications(self):
        """{name: the primitives of its kernel}"""
        if self._applications is None:
            table, reason = run_json([self.app, "list", "--json"], 20)
            if reason is not None:
                raise ProgramError(f"{self.app} list: {reason}")
            self._applications = {row["name"]: row["primitives"] for row in table["applications"]}
        return self._applications

    def has_resizing_barriers(self, application):
        return "resizing_global_barrier" in self.applications()[application]

    def knows(self, application, option):
        """Whether an application has an option, by its --help."""
        if application not in self._help:
            outcome = run([self.app, application, "--help"], 20)
            self._help[application] = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", outcome.output.decode()))
        return option in self._help[application]

    def offers_rival(self, application, way, place):
        """Whether an ordinary kernel can have a job beside it, there."""
        return self.knows(application, "--" + way) and self.knows(application, "--frame-place") and place in ("queue", "process")

    def serving(self):
        """What coop-info says of each device that can serve."""
        report, reason = run_json([self.info, "--quick", "--json"], 60)
        devices = [device for device in (report or {}).get("devices", []) if device.get("can_serve")]
        if not devices:
            raise NoDevice(f"no OpenCL device can serve ({reason or 'none is there'}); coop-info says more")
        return devices

    def device(self, wanted):
        """What coop-info says of the device that serves: the one that the children take, too."""
        wanted = wanted or os.environ.get("COOP_DEVICE")
        arguments = [self.info, "--quick", "--json"] + (["--device", wanted] if wanted else [])
        report, reason = run_json(arguments, 60)
        serving = [device for device in (report or {}).get("devices", []) if device.get("can_serve")]
        if not serving:
            why = "; ".join(device.get("reason", "") for device in (report or {}).get("devices", [])) or reason or "none is there"
            raise NoDevice(f"no OpenCL device can serve ({why}); coop-info says more")
        return {name: serving[0].get(name) for name in ("device", "platform", "driver", "compute_units", "transport",
                                                        "worker_groups_max")}

    def identity(self):
        """Which programs these are."""
        version = run([self.app, "--version"], 20).output.decode().strip()
        with open(self.app, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()[:16]
        return {"version": version, "coop_app_sha256": digest, "commit": commit()}


def commit():
    """Of the checkout that this file is in; None outside of one."""
    here = os.path.dirname(os.path.abspath(__file__))
    if shutil.which("git") is None:
        return None
    outcome = run(["git", "-C", here, "describe", "--always", "--dirty", "--abbrev=12"], 20)
    return outcome.output.decode().strip() if outcome.reason is None else None
