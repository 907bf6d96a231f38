"""coop-multitask: the multitasking experiments of the paper, and what goes past them, on the device at hand."""

import argparse
import json
import os
import signal
import sys

sys.dont_write_bytecode = True

import compare  # noqa: E402
import elastic_plan  # noqa: E402
import ending  # noqa: E402
import experiment  # noqa: E402
import paper  # noqa: E402
import plan  # noqa: E402
import policies  # noqa: E402
import programs  # noqa: E402
import report  # noqa: E402
import settings  # noqa: E402
from progress import duration  # noqa: E402
from state import Lock, State, StateError, read  # noqa: E402

DEFAULT_OUT = "multitask-results"

USAGE = """Usage: coop-multitask COMMAND [OPTION …]

  run         runs a plan of experiments on the device at hand, and makes a report
  elastic     the same for cooperative kernels beside each other, against every static split of the device
  plan        lists what run would do, and how long it takes
  resume      goes on with a plan that was interrupted
  report      makes tables, pictures and the page again, from a state
  compare     prints two directories of results side by side

coop-multitask COMMAND --help says more; coop-multitask --version prints the version.
"""


def positive(kind, most=float("inf")):
    """Of numbers above 0 and below infinity, those up to `most`."""
    wanted = "wants a number above 0" + (f" and up to {most}" if most < float("inf") else "")

    def parse(text):
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if not (0 < value < float("inf") and value <= most):
            raise argparse.ArgumentTypeError(f"{wanted}, not \"{text}\"")
        return value
    return parse


def add_plan_options(parser):
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="a small plan of a few minutes; the default")
    size.add_argument("--full", action="store_true", help="the paper's configurations, 10 times each: hours")
    add = parser.add_argument
    add("--apps", metavar="LIST", default="", help="applications with inputs, as bfs:usa,octree,mis:FILE "
        "(inputs of graphs: " + ", ".join(plan.GRAPHS) + ", a file)")
    add("--classes", metavar="LIST", default="", help="of " + ", ".join(paper.CLASSES) + ", or P/E in ms, as 25/4")
    add("--amounts", metavar="LIST", default=",".join(paper.AMOUNTS), help="work-groups of a job (%(default)s), or numbers")
    add("--resizing", metavar="LIST", default="query,single", help="how resizing barriers end work-groups (%(default)s)")
    add("--frames-by", metavar="LIST", default="", help="how jobs get work-groups: run, as kernels of the run (the default); "
        "lease, as ordinary kernels in the places of those that leave (--full: both)")
    add("--policy", metavar="LIST", default="", help="how the scheduler serves jobs, of " + ", ".join(policies.ALL) +
        " (first-come, period-aware, automatic; --full: all); or none: no comparison")
    add("--rivals", metavar="LIST", default="queue,process",
        help="where the job of an ordinary kernel is: on a second queue of its context, in a second process")
    add("--repetitions", metavar="N", type=positive(int), help="runs of each configuration (1; --full: 10)")
    add("--seconds", metavar="S", type=positive(float), help="that a run measures (0.8; --full: 2)")
    add("--mixes", metavar="LIST", default="", help="cooperative kernels beside each other and a 60 Hz job, of "
        + ", ".join(elastic_plan.MIXES) + ", or none (" + ",".join(elastic_plan.STANDARD_MIXES) + ")")
    add("--groups", metavar="N", type=positive(int, settings.GROUPS_MAX), help="worker work-groups (from the device)")
    add("--local", metavar="L", type=positive(int), help="work-items of a work-group (the application's)")
    add("--device", metavar="D", help="as coop-info numbers and names them (COOP_DEVICE, else the first)")
    add("--data", metavar="DIR", default=os.environ.get("COOP_DATA_DIR"), help="graphs of the papers: DIR/graphs/… (COOP_DATA_DIR)")
    add("--module", metavar="FILE.cl", help="a cooperative kernel of your own, as source for coopc")
    add("--kernel", metavar="NAME", help="its name")
    add("--arg", metavar="ARG", action="append", default=[], help="its next argument: buffer:BYTES[:WORD], uint:N, float:X")


def add_elastic_options(parser):
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="three mixes once, in few parts: minutes; the default")
    size.add_argument("--full", action="store_true", help="all mixes ten times, in eight parts: hours")
    add = parser.add_argument
    add("--mixes", metavar="LIST", default="", help="of " + ", ".join(elastic_plan.MIXES))
    add("--parts", metavar="N", type=positive(int, elastic_plan.PARTS_MAX), help="that a split cuts the device into (5; --full: 8)")
    add("--repetitions", metavar="N", type=positive(int), help="runs of each configuration (1; --full: 10)")
    add("--seconds", metavar="S", type=positive(float), help="that a run measures (1; --full: 2)")
    add("--groups", metavar="N", type=positive(int, settings.GROUPS_MAX), help="worker work-groups (from the device)")
    add("--local", metavar="L", type=positive(int), help="work-items of a work-group (64; on a GPU 256)")
    add("--device", metavar="D", help="as coop-info numbers and names them (COOP_DEVICE, else the first)")


def add_run_options(parser):
    parser.add_argument("--out", metavar="DIR", default=DEFAULT_OUT, help="where state, tables and report go (%(default)s)")
    parser.add_argument("--bin", metavar="DIR", help="where coop-app and coop-info are (beside coop-multitask)")


class Parser(argparse.ArgumentParser):
    def __init__(self, **options):
        super().__init__(add_help=False, allow_abbrev=False, **options)
        self.add_argument("--help", action="help", help="print this")


class MainParser(Parser):
    def format_help(self):
        return USAGE


def parser_of():
    parser = MainParser(prog="coop-multitask")
    parser.add_argument("--version", action="store_true")
    commands = parser.add_subparsers(dest="command", parser_class=Parser)

    def add(name, text):
        return commands.add_parser(name, description=text)

    run = add("run", "Runs a plan, and makes a report.")
    run.add_argument("--deadline", metavar="S", type=positive(float), default=experiment.DEADLINE_S,
                     help="a configuration that takes longer is ended, and recorded as failed (%(default)s)")
    elastic = add("elastic", "Runs cooperative kernels beside each other and beside a 60 Hz job: shared out by coop, in every static "
                  "split of the device, and by the driver; and makes a report.")
    elastic.add_argument("--list", action="store_true", help="only list what would be run")
    elastic.add_argument("--deadline", metavar="S", type=positive(float), default=experiment.DEADLINE_S,
                         help="a configuration that takes longer is ended, and recorded as failed (%(default)s)")
    add_elastic_options(elastic)
    add_run_options(elastic)
    for command in (run, add("plan", "Lists what run would do, and how long it takes.")):
        add_plan_options(command)
        add_run_options(command)
    resume = add("resume", "Goes on with a plan that was interrupted.")
    add_run_options(resume)
    resume.add_argument("--retry-failed", action="store_true", help="run also those that failed again")
    again = add("report", "Makes tables, pictures and the page again, from a state.")
    again.add_argument("--out", metavar="DIR", default=DEFAULT_OUT, help="a directory of run (%(default)s)")
    both = add("compare", "Compares two directories of run, configuration by configuration.")
    both.add_argument("before", metavar="A")
    both.add_argument("after", metavar="B")
    both.add_argument("--csv", action="store_true", help="print lines of cells")
    return parser


def header_of(options, tools):
    device = tools.device(options.device)
    if options.command == "elastic":
        values = settings.make_elastic(options, device)
        configurations, left_out = elastic_plan.make(values, tools)
        if not configurations:
            raise plan.PlanError("nothing is left to run: " + "; ".join(left_out))
    else:
        values = settings.make(options, device)
        configurations, left_out = plan.make(values, tools)
        beside, elastic_left_out = elastic_plan.make(values, tools)
        configurations, left_out = configurations + beside, left_out + elastic_left_out
    return {"format": "coop-multitask", "version": 1, "plan": configurations, "left_out": left_out, "options": values,
            "device": device, "programs": tools.identity(), "machine": experiment.machine()}


def command_plan(options):
    options.deadline = experiment.DEADLINE_S
    header = header_of(options, programs.Programs(options.bin))
    for configuration in header["plan"]:
        print(f"{configuration['key']}  {plan.seconds_of(configuration):.1f} s")
    print_head(header)
    return 0


def command_elastic(options):
    return command_plan(options) if options.list else command_run(options)


def print_head(header):
    device = header["device"]
    print(f"Device    {device['device']}: {header['options']['groups']} work-groups ({device['platform'].strip()})")
    for line in header["left_out"]:
        print(f"Left out  {line}")
    for application, name in sorted({(c["application"] + " " + c["input"], c["stands_in"]) for c in header["plan"]
                                     if "stands_in" in c}):
        print(f"Instead   {application}: the file is not there; {name} stands in")
    print(f"Plan      {len(header['plan'])} configurations, about {duration(plan.estimate_s(header['plan'], []))} on a quiet machine, "
          f"where the device's compiler builds {plan.builds(header['plan'], [])} programs; its load is {os.getloadavg()[0]:.1f} on "
          f"{os.cpu_count()} processors", flush=True)


def go_on(state, tools, options):
    """Runs the rest and makes the report."""
    try:
        failed = experiment.run(state, tools, getattr(options, "retry_failed", False))
    except KeyboardInterrupt:
        done = len(state.outcome())
        print(f"Interrupted: {done} of {len(state.header['plan'])} configurations are kept in {state.path}; go on with\n"
              f"    coop-multitask resume --out {options.out}", file=sys.stderr)
        return 130
    finally:
        state.close()
    page = report.make(options.out)
    print(f"Report    {page}")
    if failed:
        print(f"Failed    {failed} of {len(state.header['plan'])} configurations; the report says which and why")
    return 1 if failed else 0


def state_path(out):
    return os.path.join(out, "state")


def command_run(options):
    tools = programs.Programs(options.bin)
    os.makedirs(options.out, exist_ok=True)
    with Lock(state_path(options.out)):
        if os.path.exists(state_path(options.out)):
            return refuse_or_explain(options)
        header = header_of(options, tools)
        print_head(header)
        return go_on(State.create(state_path(options.out), header), tools, options)


def refuse_or_explain(options):
    header, records, _, _ = read(state_path(options.out))
    left = len(header["plan"]) - len({record["key"] for record in records})
    raise StateError(f"{state_path(options.out)} is there already, with {left} of {len(header['plan'])} configurations to "
                     f"go; go on with coop-multitask resume --out {options.out}, or take another --out")


def command_resume(options):
    tools = programs.Programs(options.bin)
    if not os.path.isdir(options.out):
        raise StateError(f"there is no {state_path(options.out)}; coop-multitask run makes one")
    with Lock(state_path(options.out)):
        state, message = State.resume(state_path(options.out))
        if message:
            print(f"coop-multitask: {message}", file=sys.stderr)
        device = tools.device(state.header["options"]["device"])
        if device != state.header["device"]:
            raise StateError(f"{state.path} was begun on {json.dumps(state.header['device'])}; this is {json.dumps(device)}. "
                             "Results of two devices are two directories: take another --out")
        if not programs.are_same(tools.identity(), state.header["programs"]):
            raise StateError(f"{state.path} was begun with another build of the programs; results of two builds are two "
                             "directories: take another --out, and compare them with coop-multitask compare")
        return go_on(state, tools, options)


def command_report(options):
    print(f"Report    {report.make(options.out)}")
    return 0


def command_compare(options):
    return compare.print_comparison(options.before, options.after, options.csv)


def main(directory, words):
    """directory  of this program's own bin/coop-multitask."""
    parser = parser_of()
    options = parser.parse_args(words)
    options.bin = getattr(options, "bin", None) or directory
    if options.version:
        print("coop-multitask " + programs.Programs(directory).identity()["version"].split(" ")[-1])
        return 0
    if not options.command:
        parser.print_help(sys.stderr)
        return 2
    try:
        return globals()["command_" + options.command](options)
    except plan.PlanError as error:
        print(f"coop-multitask {options.command}: {error}", file=sys.stderr)
        return 2
    except (StateError, programs.ProgramError) as error:
        print(f"coop-multitask {options.command}: {error}", file=sys.stderr)
        return 1
    except programs.NoDevice as error:
        print(f"coop-multitask {options.command}: {error}; what was measured before is kept", file=sys.stderr)
        return programs.NO_DEVICE
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"coop-multitask {options.command}: {where}{error.strerror or error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt()))
    ending.run("coop-multitask", main, sys.argv[1], sys.argv[2:])
