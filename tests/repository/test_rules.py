"""Each repository rule rejects a planted fault and accepts the same file without it."""

import unittest

import rules
from rules import Source

DOCUMENTED = "/// What this is.\n#pragma once\nnamespace a {\n\n/// Adds.\nint add(int a);\n}\n"


def findings(rule, path, text):
    return list(rule([Source(path, text)]))


class Rules(unittest.TestCase):
    def rejects(self, rule, path, faulty, sound):
        self.assertTrue(findings(rule, path, faulty), f"{rule.__name__} missed the planted fault")
        self.assertEqual(findings(rule, path, sound), [])

    def test_length(self):
        self.rejects(rules.length_rule, "reference/src/a.cpp", "x\n" * 501, "x\n" * 350)

    def test_many_long_files(self):
        long_files = [Source(f"cli/{i}.cpp", "x\n" * 400) for i in range(3)]
        self.assertTrue(list(rules.length_rule(long_files)))

    def test_ascii(self):
        self.rejects(rules.ascii_rule, "cli/a.cpp", "// caf\u00e9\n", "// cafe\n")

    def test_include_direction(self):
        for path, header in (("reference/src/a.cpp", "tailproof/io/npy.hpp"),
                             ("generators/src/a.cpp", "tailproof/properties/subject.hpp"),
                             ("gpu/kernels/a.cuh", "tailproof/reference/keys.hpp"),
                             ("gpu/host_runtime/src/a.cpp", "tailproof/gpu/plan.hpp"),
                             ("reference/src/a.cpp", "tailproof/topk.h"),
                             ("gpu/kernels/a.cuh", "tests/support/skip.hpp")):
            self.rejects(rules.include_rule, path, f'#include "{header}"\n', "#include <vector>\n")

    def test_include_along_the_arrows(self):
        text = '#include "tailproof/reference/keys.hpp"\n#include "tailproof/io/npy.hpp"\n'
        self.assertEqual(findings(rules.include_rule, "properties/src/a.cpp", text), [])

    def test_tolerance(self):
        self.rejects(rules.tolerance_rule, "properties/src/a.cpp", "x = allclose(a, b);\n",
                     "x = a == b;\n")

    def test_left_over(self):
        self.rejects(rules.left_over_rule, "cli/a.cpp", "// TODO later\n", "// done\n")

    def test_guard(self):
        self.rejects(rules.header_rule, "gpu/kernels/a.cuh", "int a;\n", "#pragma once\nint a;\n")

    def test_documentation(self):
        path = "reference/include/tailproof/reference/a.hpp"
        self.rejects(rules.documentation_rule, path, DOCUMENTED.replace("/// Adds.\n", ""),
                     DOCUMENTED)
        self.rejects(rules.documentation_rule, path, DOCUMENTED.replace("/// What this is.\n", ""),
                     DOCUMENTED)

    def test_script(self):
        self.rejects(rules.script_rule, "scripts/a", "#!/usr/bin/env bash\nls\n",
                     "#!/usr/bin/env bash\nset -euo pipefail\nls\n")

    def test_test_name(self):
        self.rejects(rules.test_name_rule, "tests/cli/a.cpp", 'TEST_CASE("--help helps") {}\n',
                     'TEST_CASE("tool --help helps") {}\n')

    def test_named_path(self):
        self.rejects(rules.named_path_rule, "docs/a.md", "see `cli/src/gone.cpp`\n", "no path\n")
        self.rejects(rules.named_path_rule, "docs/a.md", "[x](gone.md)\n", "[x](a.md)\n")


if __name__ == "__main__":
    unittest.main()
