"""Kills the planted faults of catalogue.py without a GPU and prints how many schedules each took.

run.py --source REPO --build DIR --compiler CXX [--schedules N] [--only PART] [--sample N] [--jobs J] --
       LIBRARIES

Builds, for each fault, one program in DIR whose kernel comes from a patched header, instrumented for
the host runtime's checks, and runs it. Exit code 0: the kernels as written pass, and every fault is
caught. 1: a fault survived or a clean kernel failed. 2: a patch does not apply or does not compile.
"""

import argparse
import concurrent.futures
import os
import random
import re
import subprocess
import sys

from catalogue import MUTANTS

KERNELS = {
    "persistent": ("SmallPersistent", "persistent_sampled"),
    "tiny": ("TinyPersistent", "persistent_sampled"),
    "direct": ("SmallDirect", "persistent_direct"),
    "registers": ("SmallRowLocalRegisters", "row_local"),
    "split": ("SmallSplit<4>", "split_sampled"),
    "cluster": ("SmallCluster8", "cluster"),
}
CLEAN_SCHEDULES = 2
TIMEOUT_SECONDS = 240


class PatchError(Exception):
    """A fault that cannot be planted: the test is out of date, which is no success."""


def patched(source, header, text, replacement):
    path = os.path.join(source, "gpu/kernels/include/tailproof/kernels", header)
    with open(path, encoding="ascii") as file:
        original = file.read()
    # clang-format may break a line anywhere in the text; blanks match any white space.
    pattern = r"\s+".join(re.escape(word) for word in text.split())
    found = re.findall(pattern, original)
    if len(found) != 1:
        raise PatchError(f"{header}: {len(found)} places read {text!r}")
    return re.sub(pattern, lambda _: replacement, original)


def build(options, name, kernel, overlay):
    policy, mapping = KERNELS[kernel]
    program = os.path.join(options.build, "mutant_" + re.sub(r"\W+", "_", name))
    includes = ["-I" + overlay] if overlay else []
    for folder in ("gpu/kernels/include", "gpu/include", "gpu/planner/include",
                   "gpu/host_runtime/include", "reference/include", "tests/gpu"):
        includes.append("-I" + os.path.join(options.source, folder))
    instrument = ["-fsanitize=thread"]
    if "clang" in os.path.basename(options.compiler):
        instrument += ["-mllvm", "-tsan-instrument-func-entry-exit=0"]
    else:
        instrument += ["--param=tsan-instrument-func-entry-exit=0"]
    object_file = program + ".o"
    source = os.path.join(options.source, "tests/gpu/mutants/mutant_main.cpp")
    compile_command = [options.compiler, "-std=c++20", "-O1", "-g1", "-ffp-contract=off", *instrument,
                       f"-DMUTANT_POLICY={policy}", f"-DMUTANT_MAPPING={mapping}", *includes,
                       "-c", source, "-o", object_file]
    link_command = [options.compiler, object_file, *options.libraries, "-o", program]
    for command in (compile_command, link_command):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise PatchError(f"{name}: {done.stderr[-2000:]}")
    os.remove(object_file)
    return program


def run(program, schedules):
    """(schedules until caught, why), or None if nothing was noticed."""
    try:
        done = subprocess.run([program, str(schedules)], capture_output=True, text=True,
                              errors="replace", timeout=TIMEOUT_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return ("?", "timeout")
    finally:
        os.remove(program)
    caught = re.search(r"caught (\d+): (.*)", done.stdout)
    if caught:
        return (caught.group(1), caught.group(2))
    return None if done.returncode == 0 else ("?", f"ended with {done.returncode}")


def try_clean(options, kernel):
    caught = run(build(options, "clean " + kernel, kernel, None), CLEAN_SCHEDULES)
    return f"clean {kernel}: {caught[1]}" if caught else None


def try_mutant(options, number):
    name, kernel, header, text, replacement = MUTANTS[number]
    overlay = os.path.join(options.build, f"overlay_{number}")
    folder = os.path.join(overlay, "tailproof/kernels")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, header), "w", encoding="ascii") as file:
        file.write(patched(options.source, header, text, replacement))
    return run(build(options, name, kernel, overlay), options.schedules)


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--source", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--schedules", type=int, default=24)
    parser.add_argument("--only", default="", help="faults whose name contains this")
    parser.add_argument("--sample", type=int, default=len(MUTANTS),
                        help="so many of them, drawn by TAILPROOF_SEED")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("libraries", nargs="+")
    return parser.parse_args()


def main():
    options = parse()
    os.makedirs(options.build, exist_ok=True)
    chosen = [i for i, mutant in enumerate(MUTANTS) if options.only in mutant[0]]
    seed = int(os.environ.get("TAILPROOF_SEED", "1"), 0)
    chosen = sorted(random.Random(seed).sample(chosen, min(options.sample, len(chosen))))
    print(f"{len(chosen)} of {len(MUTANTS)} faults, seed {seed}")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        clean = [pool.submit(try_clean, options, kernel)
                 for kernel in sorted({MUTANTS[i][1] for i in chosen})]
        tried = [pool.submit(try_mutant, options, i) for i in chosen]
        try:
            problems = [found for found in (task.result() for task in clean) if found]
            results = [task.result() for task in tried]
        except PatchError as error:
            print(f"mutants: {error}", file=sys.stderr)
            os._exit(2)
    print(f"{'fault':<48}{'kernel':<12}{'schedules':<11}caught by")
    survivors = 0
    for i, result in zip(chosen, results):
        schedules, why = result if result else ("-", "SURVIVED")
        survivors += result is None
        print(f"{MUTANTS[i][0]:<48}{MUTANTS[i][1]:<12}{schedules:<11}{why[:110]}")
    print(f"{len(chosen) - survivors} of {len(chosen)} faults caught")
    for problem in problems:
        print(problem)
    return 1 if survivors or problems else 0


if __name__ == "__main__":
    sys.exit(main())
