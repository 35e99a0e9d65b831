"""Running the tool in a folder of its own; what all tests here share."""

import array
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

# A subject name that would break any report that takes it as it is.
HOSTILE = "true {scores} {lengths} {k} {out} # <script>alert('1')</script> & \"x\" ]]> \x01 \n not ok 99 #"


class ToolTest(unittest.TestCase):
    tool = ""
    root = pathlib.Path()

    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = pathlib.Path(self.scratch.name)

    def run_tool(self, *arguments, code=0):
        run = subprocess.run([self.tool, *map(str, arguments)], cwd=self.folder,
                             capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run

    def text(self, name):
        return (self.folder / name).read_text(encoding="utf-8")


def write_npy(path, kind, shape, values):
    """A .npy file without numpy: kind "f" is <f4, "i" is <i4."""
    head = "{'descr': '<%s4', 'fortran_order': False, 'shape': %s, }" % (kind, shape)
    head += " " * (-(len(head) + 11) % 64) + "\n"
    data = array.array(kind, values)
    if sys.byteorder == "big":
        data.byteswap()
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() +
                     data.tobytes())


def main():
    ToolTest.tool = str(pathlib.Path(sys.argv[1]).resolve())
    ToolTest.root = pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=sys.argv[:1], module="__main__")
