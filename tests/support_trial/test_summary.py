"""scripts/summarise-tests adds up what CTest wrote, and nothing can make it green by accident."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(sys.argv.pop())


def summarise(cases, failed_steps=0):
    with tempfile.TemporaryDirectory() as folder:
        body = "".join(cases)
        pathlib.Path(folder, "release.xml").write_text(f"<testsuite>{body}</testsuite>")
        done = subprocess.run([sys.executable, SCRIPTS / "summarise-tests", folder,
                               str(failed_steps)], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.splitlines()


PASSED = '<testcase name="a" status="run"/>'
FAILED = '<testcase name="b" status="fail"><failure message=""/></testcase>'
SKIPPED = ('<testcase name="c" status="notrun"><skipped message="x"/>'
           "<system-out>SKIP: no GPU</system-out></testcase>")


class Summary(unittest.TestCase):
    def test_all_passed(self):
        self.assertEqual(summarise([PASSED]), (0, ["1 passed, 0 failed, 0 skipped"]))

    def test_a_failure_fails(self):
        code, lines = summarise([PASSED, FAILED])
        self.assertEqual((code, lines[-1]), (1, "1 passed, 1 failed, 0 skipped"))

    def test_a_skip_is_no_pass_and_says_why(self):
        code, lines = summarise([PASSED, SKIPPED])
        self.assertEqual((code, lines[-1]), (0, "1 passed, 0 failed, 1 skipped"))
        self.assertIn("no GPU", lines[0])

    def test_only_skips_is_a_failure(self):
        self.assertEqual(summarise([SKIPPED])[0], 1)

    def test_nothing_ran_is_a_failure(self):
        self.assertEqual(summarise([])[0], 1)

    def test_a_suite_that_does_not_build_is_a_failure(self):
        code, lines = summarise([PASSED], failed_steps=1)
        self.assertEqual((code, lines[-1]), (1, "1 passed, 1 failed, 0 skipped"))


if __name__ == "__main__":
    unittest.main()
