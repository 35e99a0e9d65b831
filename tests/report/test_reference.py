"""docs/reference.md says what the tool and the headers say, and a drift shows."""

import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import unittest

TOOL, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
loader = importlib.machinery.SourceFileLoader("make_reference", str(ROOT / "scripts/make-reference"))
make = importlib.util.module_from_spec(importlib.util.spec_from_loader("make_reference", loader))
loader.exec_module(make)


class Reference(unittest.TestCase):
    def test_it_is_up_to_date(self):
        run = subprocess.run([sys.executable, ROOT / "scripts/make-reference", TOOL, "--check"],
                             capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_an_option_or_a_header_that_changes_would_show(self):
        def words(text):
            return " ".join(text.split())
        text = words((ROOT / "docs/reference.md").read_text(encoding="utf-8"))
        for name in make.commands_of(ROOT):
            self.assertIn(words(make.help_of(TOOL, name)), text)
            self.assertNotIn(words(make.help_of(TOOL, name) + " --planted"), text)
        headers = dict(make.headers_of(ROOT))
        self.assertGreater(len(headers), 60)
        self.assertEqual([name for name, words in headers.items() if not words], [])
        self.assertEqual(make.first_comment("/// One\n/// two.\n///\n/// Three.\n#pragma once"), "One two.")
        self.assertEqual(make.first_comment("#pragma once"), "")


unittest.main(argv=sys.argv[:1])
