"""What the guides tell a reader to type: run in their own words, and what they show compared with what
comes. The recipes of docs/ci.md run in the repository of a made-up kernel."""

import os
import re
import subprocess

from tool import ToolTest, main

MAKEFILE = "libmykernel.so: kernel.cu\n\tcp $$(cat kernel.cu) $@\n"


def commands(text):
    """Commands of the console blocks of a page, each with the lines that it is said to print."""
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        yield from re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)


def missing(shown, printed):
    """The first line shown that is not printed in its turn; a line may end in "...", or be that."""
    left = iter(printed.splitlines())
    for line in shown.splitlines():
        if line.strip() in ("", "..."):
            continue
        beginning = steady(line.removesuffix("...").rstrip())
        if not any(steady(each).startswith(beginning) for each in left):
            return line
    return None


def steady(line):
    """A line without the counts that change with every family or property that is added."""
    line = re.sub(r"\d+(?= (calls|cases|rows|refused))", "N", line)
    return re.sub(r"^(contract )[ \d]+$", r"\1", line)


class Guides(ToolTest):
    """Run at the root of the clone, with build/ in a folder of the test's."""

    def play(self, page, wanted):
        for name in ("gpu", "reference", "docs", "tests"):
            (self.folder / name).symlink_to(self.root / name)
        (self.folder / "build").mkdir()
        environment = {**os.environ, "PATH": f"{os.path.dirname(self.tool)}:{os.environ['PATH']}"}
        script, told = "", []
        for command, shown in commands((self.root / page).read_text(encoding="utf-8")):
            if any(each in command for each in wanted):
                script += f"{command}\necho == $?\n"
                told.append((command, shown))
        ran = subprocess.run(["bash", "-c", script], cwd=self.folder, env=environment, text=True,
                             capture_output=True, check=False)
        printed = re.split(r"^== (\d+)\n", ran.stdout, flags=re.MULTILINE)
        self.assertEqual(len(printed), 2 * len(told) + 1, ran.stdout + ran.stderr)
        for (command, shown), output, code in zip(told, printed[::2], printed[1::2]):
            self.assertEqual(code, "1" if "violation:" in shown else "0", command + ran.stderr)
            self.assertIsNone(missing(shown, output), command + "\n" + output)
        return len(told)

    def test_what_is_not_printed_is_noticed(self):
        self.assertIsNone(missing("a\n...\nb c...\n", "a\nx\nb cd\n"))
        self.assertEqual(missing("a\nb\n", "b\na\n"), "b")

    def test_the_readme(self):
        self.assertEqual(self.play("README.md", ("liboverflow", "rows=", "$rows", "doctor")), 9)

    def test_the_examples(self):
        self.assertEqual(self.play("docs/examples/README.md", ("liboverflow",)), 3)


class Recipes(ToolTest):
    def setUp(self):
        super().setUp()
        self.guide = (self.root / "docs/ci.md").read_text(encoding="utf-8")
        self.environment = {key: value for key, value in os.environ.items()
                            if not key.startswith("GIT_")}
        self.environment["GIT_CONFIG_GLOBAL"] = os.devnull
        (self.folder / "tailproof/build/release").mkdir(parents=True)
        (self.folder / "tailproof/build/release/tailproof").symlink_to(self.tool)
        (self.folder / "tailproof/scripts").symlink_to(self.root / "scripts")
        (self.folder / "Makefile").write_text(MAKEFILE)
        self.bash("git init -q -b main")
        self.commit("partial_sort")
        self.bash("git update-ref refs/remotes/origin/main HEAD")

    def commit(self, kernel):
        """A kernel of docs/examples becomes the repository's."""
        library = os.path.join(os.path.dirname(self.tool),
                               f"docs/examples/variants/lib{kernel}.so")
        self.assertTrue(os.path.exists(library), library)
        (self.folder / "kernel.cu").write_text(library)
        self.bash("git add Makefile kernel.cu && git -c user.name=a -c user.email=a@b.c "
                  f"commit -q -m {kernel} && rm -f libmykernel.so")

    def bash(self, text, code=0, **environment):
        ran = subprocess.run(["bash", "-euo", "pipefail", "-c", text], cwd=self.folder, text=True,
                             env={**self.environment, **environment}, capture_output=True,
                             check=False)
        self.assertEqual(ran.returncode, code, ran.stdout + ran.stderr)
        return ran.stdout

    def reports(self):
        return {path.name for path in (self.folder / "tailproof-reports").iterdir()}

    def test_before_a_merge(self):
        recipe = re.search(r"```bash\n(base=.*?)```", self.guide, re.DOTALL).group(1)
        recipe = recipe.replace("BUDGET=60s", "BUDGET=1s")
        self.assertIn("SKIP: no kernel changed", self.bash(recipe))
        self.commit("overflow")
        self.assertIn('property "contract" fails', self.bash(recipe, code=1))
        self.assertEqual(self.reports(), {"result.json", "junit.xml", "report.html"})

    def test_gitlab(self):
        recipe = re.search(r"```yaml\n(\.tailproof:.*?)```", self.guide, re.DOTALL).group(1)
        jobs = dict(zip(["topk", "topk-merge"], re.findall(
            r"^topk[-a-z]*:\n(.*?)(?=^\S|\Z)", recipe, re.DOTALL | re.MULTILINE)))

        def script(job):
            lines = re.search(r"  script:\n((?:    .*\n)*)", jobs[job]).group(1)
            # A list item goes on in the lines below it, as YAML's plain scalars do.
            return re.sub(r"\n      +", " ", lines).replace("    - ", "")

        run = script("topk").replace("CASES=20000", "CASES=300")
        self.commit("overflow")
        for shard in "12":
            self.bash(run, code=1, CI_NODE_INDEX=shard, CI_NODE_TOTAL="2")
        self.assertIn('property "contract" fails', self.bash(script("topk-merge"), code=1))
        self.assertEqual(self.reports(), {"shard-1.json", "shard-2.json", "result.json",
                                          "junit.xml", "report.html"})
        page = (self.folder / "tailproof-reports/report.html").read_text()
        self.assertIn('<div class="finding">\n<figure', page)


main()
