"""coop-bench devices: MGWS's experiments, tasks over several devices, as one command."""

import argparse
import json
import os
import signal
import sys
import time

sys.dont_write_bytecode = True
# State file, programs, progress, statistics and charts are those of coop-multitask.
sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "multitask"))

import devices_plan  # noqa: E402
import documents  # noqa: E402
import devices_report  # noqa: E402
import devices_run  # noqa: E402
import ending  # noqa: E402
import experiment  # noqa: E402
import mgws  # noqa: E402
import programs  # noqa: E402
import state  # noqa: E402
import workers_plan  # noqa: E402
from progress import duration  # noqa: E402

NAME = "coop-bench devices"
DEFAULT_OUT = "devices-results"
DEADLINE_S = 300
PLANS = {"mgws": devices_plan, "workers": workers_plan}


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f"{NAME}: {message}; see {NAME} --help\n")


def positive(kind):
    def parse(text):
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if not 0 < value < float("inf"):
            raise argparse.ArgumentTypeError(f"wants a number above 0, not \"{text}\"")
        return value
    return parse


def parser_of():
    parser = Parser(prog=NAME, add_help=False, allow_abbrev=False, description="Tasks over several devices: each device alone, all "
                    "with each kind of victims, equal shares, shares by measured speed, two domains; tables and pictures, with what "
                    "MGWS has beside each. What is interrupted goes on with --resume.")
    add = parser.add_argument
    add("--help", action="help", help="print this")
    add("--plan", metavar="NAME", choices=tuple(PLANS), default="mgws", help="mgws (the default); or workers: a GPU and the machine's "
        "processor, each alone and both, as domains")
    add("--size", metavar="NAME", choices=tuple(devices_plan.SIZES), default="quick", help="tiny, quick (the default: some minutes) or full: hours")
    add("--devices", metavar="A,B", help="as coop-info numbers and names them (0,1; workers: the first GPU and the first processor)")
    add("--split", metavar="K", type=positive(int), help="K parts of one device instead")
    add("--groups", metavar="N", help="work-groups of each device, as 2,2 or 2; several points as \"1;2;4,8\" (1; workers: all that "
        "there is room for)")
    add("--local", metavar="L", help="work-items of a work-group (1; workers: of each device, 64 on a GPU)")
    add("--workloads", metavar="LIST", default="", help="of " + ", ".join(devices_plan.WORKLOADS) + "; without " +
        " and ".join(devices_plan.LONG) + " unless --size full or this names them")
    add("--sides", metavar="LIST", default="", help="of " + ", ".join(devices_plan.SIDES) + "; workers: of " +
        ", ".join(workers_plan.SIDES))
    add("--turns", metavar="N", type=positive(int), help="of all sides (tiny 1, quick 3, full 11)")
    add("--mean-us", metavar="T", type=positive(float), help="of spin's tasks (50; tiny 20)")
    add("--slow", metavar="D=F", help="of spin: a device that takes F times as long, as 1=16")
    add("--text", metavar="FILE", help="of contains: a document on each line (a made one)")
    add("--word", metavar="W", help="and the word to look for")
    add("--documents", metavar="N", type=positive(int), help="of contains: so many documents are made, in --out; their lengths are "
        "Pareto's (workers: 100000)")
    add("--within", metavar="S", type=positive(float), help="end after S seconds; what is left is for --resume")
    add("--deadline", metavar="S", type=positive(float), default=DEADLINE_S, help="a run that takes longer has failed (%(default)s)")
    add("--out", metavar="DIR", default=DEFAULT_OUT, help="where state, tables and pictures go (%(default)s)")
    add("--bin", metavar="DIR", help="where coop-app and coop-info are (beside coop-bench)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="only list what would be run")
    what.add_argument("--resume", action="store_true", help="go on with what is in the directory")
    what.add_argument("--report", action="store_true", help="make tables and pictures again, from what is in the directory")
    add("--retry-failed", action="store_true", help="with --resume: run also those that failed again")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="print the table as CSV")
    form.add_argument("--json", action="store_true", help="print all results as JSON")
    return parser


def planned(options, tools):
    """(settings, configurations)"""
    plan = PLANS[options.plan]
    settings = plan.make_settings(options, tools.serving() if plan is workers_plan else None)
    return settings, plan.make(settings)


def header_of(options, tools):
    settings, configurations = planned(options, tools)
    return {"format": NAME, "version": 1, "plan": configurations, "options": settings,
            "device": tools.device(None if options.split else settings["devices"][0]), "programs": tools.identity(),
            "machine": experiment.machine()}


def state_path(options):
    return os.path.join(options.out, "state")


def go_on(whole, tools, options):
    settings = whole.header["options"]
    began = time.monotonic()
    if settings["documents"]:
        documents.make(settings["text"], settings["documents"])
    try:
        left = options.within and max(0, options.within - (time.monotonic() - began))
        failed = devices_run.run(whole, tools, options.retry_failed, left)
    except KeyboardInterrupt:
        print(f"Interrupted: {len(whole.outcome())} of {len(whole.header['plan'])} runs are kept in {whole.path}; go on with\n"
              f"    {NAME} --resume --out {options.out}", file=sys.stderr)
        return 130
    finally:
        whole.close()
    report(options)
    left = len(whole.header["plan"]) - len(whole.outcome())
    if left:
        print(f"Left      {left} of {len(whole.header['plan'])} runs, for which there was no time; go on with {NAME} --resume --out "
              f"{options.out}", file=sys.stderr)
    if failed:
        print(f"Failed    {failed} of {len(whole.header['plan'])} runs; {options.out}/runs.csv says which and why", file=sys.stderr)
    return 1 if failed else 0


def report(options):
    results = devices_report.make(options.out)
    if options.json:
        json.dump(devices_report.as_objects(results), sys.stdout, indent=1)
        print()
    elif options.csv:
        devices_report.write_csv(results, sys.stdout)
    else:
        devices_report.say(results, sys.stdout)
        is_mgws = results.header["options"]["plan"] == "mgws"
        machine, figures = (f"\n{mgws.MACHINE}\n", ", with MGWS's figures") if is_mgws else ("", "")
        print(f"{machine}Tables    {options.out}/tables.md, table.csv, runs.csv, results.json{figures}; pictures beside them")
    return 0


def command_list(options, tools):
    settings, configurations = planned(options, tools)
    for configuration in configurations:
        program = "starpu_tasks" if configuration["side"] == "starpu" else "coop-app"
        print(f"{configuration['key']}: {program} {' '.join(devices_run.arguments_of(configuration, settings, '')[1:])}")
    return 0


def command_run(options, tools):
    header = header_of(options, tools)
    os.makedirs(options.out, exist_ok=True)
    with state.Lock(state_path(options)):
        whole = state.State.create(state_path(options), header)
        print(f"Plan      {len(header['plan'])} runs, about {duration(devices_run.left_s(whole, header['plan']))}", file=sys.stderr)
        return go_on(whole, tools, options)


def command_resume(options, tools):
    if not os.path.isdir(options.out):
        raise state.StateError(f"there is no {state_path(options)}; {NAME} makes one")
    with state.Lock(state_path(options)):
        whole, message = state.State.resume(state_path(options))
        if message:
            print(f"{NAME}: {message}", file=sys.stderr)
        if not programs.are_same(tools.identity(), whole.header["programs"]):
            whole.close()
            raise state.StateError(f"{whole.path} was begun with another build of the programs; results of two builds are two "
                                   "directories: take another --out")
        return go_on(whole, tools, options)


def run(options):
    if options.retry_failed and not options.resume:
        raise devices_plan.PlanError("--retry-failed wants --resume beside it")
    if options.report:
        return report(options)
    tools = programs.Programs(options.bin)
    options.starpu = tools.optional("starpu_tasks")
    if options.list:
        return command_list(options, tools)
    return command_resume(options, tools) if options.resume else command_run(options, tools)


def main(directory, words):
    """directory  of the program coop-bench."""
    state.serve(state.Program(NAME, NAME, NAME + " --resume"))
    options = parser_of().parse_args(words)
    options.bin = options.bin or directory
    try:
        return run(options)
    except devices_plan.PlanError as error:
        print(f"{NAME}: {error}", file=sys.stderr)
        return 2
    except (state.StateError, programs.ProgramError) as error:
        print(f"{NAME}: {error}", file=sys.stderr)
        return 1
    except programs.NoDevice as error:
        print(f"{NAME}: {error}", file=sys.stderr)
        return programs.NO_DEVICE
    except OSError as error:
        print(f"{NAME}: {(error.filename or '') + ': ' if error.filename else ''}{error.strerror or error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt()))
    ending.run(NAME, main, sys.argv[1], sys.argv[2:])
