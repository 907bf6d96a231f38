"""What the tests of the Python package share: a context on the device, and how a class of tests is run."""

import os
import sys
import unittest

import coop

LIMIT = 120.0  # seconds of waits that are to end: far above what a busy machine takes


def context(**options):
    """A small context. Where no device can serve, the tests are skipped."""
    options = {"memory_bytes": 32 << 20, "worker_groups": 3, **options}
    try:
        return coop.Context(**options)
    except (coop.NoDevice, coop.DeviceUnfit) as failure:
        if os.environ.get("COOP_REQUIRE_DEVICE"):
            raise
        raise unittest.SkipTest(str(failure)) from None


class Device(unittest.TestCase):
    """Tests with a run of the kernels in TEXT."""

    TEXT = ""
    RUN = {}
    A_RUN_EACH = False  # or one for all tests of the class

    @classmethod
    def setUpClass(cls):
        cls.context = context()
        cls.addClassCleanup(cls.context.close)
        cls.module = coop.Module(cls.TEXT, name=f"{cls.__name__}.cl")
        if not cls.A_RUN_EACH:
            cls.run_ = cls.start()
            cls.addClassCleanup(cls.run_.close)
            cls.launch = cls.run_.launch

    @classmethod
    def start(cls):
        return cls.context.run(cls.module, **{"worker_groups": 2, "local_items": 8, **cls.RUN})

    def setUp(self):
        if self.A_RUN_EACH:
            self.run_ = self.start()
            self.addCleanup(self.run_.close)
            self.launch = self.run_.launch

    def refused(self, kind, sentence, function, *arguments, **named):
        """The function raises that exception, whose text has the sentence."""
        with self.assertRaises(kind) as caught:
            function(*arguments, **named)
        self.assertIn(sentence, str(caught.exception))
        return caught.exception


def main():
    """Runs the classes that the command line names. Skipped when all of them are."""
    module = sys.modules["__main__"]
    names = sys.argv[1:]
    loader = unittest.defaultTestLoader
    suite = unittest.TestSuite(loader.loadTestsFromTestCase(getattr(module, name)) for name in names)
    assert names and suite.countTestCases() > 0, "name a class of tests"
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    if not result.wasSuccessful():
        sys.exit(1)
    if result.skipped and len(result.skipped) >= result.testsRun:
        print(f"skipped: {result.skipped[0][1]}")
        sys.exit(77)
