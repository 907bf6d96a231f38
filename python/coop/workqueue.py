"""Work queues: the memory in which cooperative kernels keep their tasks (docs/tasks.md#work-queues)."""

import ctypes

from . import _library, _structs
from .buffer import array_of
from .errors import last_error, wrong_argument

ALL_QUEUES = 0xFFFFFFFF


class WorkQueue:
    """A work queue, for a kernel's parameter `global struct coop_workqueue *`. `reset` makes it anew before each launch.

    groups    work-groups that may take part: at least the limit of the launch
    options   owners, public_tasks, overflow_tasks, outbox_tasks, task_bytes, is_static, seed
    """

    def __init__(self, context, groups, **options):
        known = [name for name, *_ in _structs.WorkQueueOptions._fields_]
        for name, value in options.items():
            if name not in known or not isinstance(value, int) or not 0 <= value < 2 ** 31:
                raise wrong_argument("making a work queue", f"`{name}` = {value!r} is no option; there are {', '.join(known)}, "
                                                            "numbers from 0 on")
        self._options = _structs.WorkQueueOptions(groups=groups, **options)
        nbytes = _library.library().coop_workqueue_bytes(ctypes.byref(self._options))
        if nbytes == 0:
            raise last_error(_library.library())
        self.buffer = context.empty(nbytes)
        self.reset()

    def reset(self):
        """Makes the queue empty."""
        _library.call("coop_workqueue_init", self.buffer.handle, 0, ctypes.byref(self._options))

    def push(self, tag, tasks):
        """Adds tasks before the launch: an array with an element for each, as the kernel's struct has it."""
        array = array_of(tasks, "pushing tasks")
        if array.ndim != 1:
            raise wrong_argument("pushing tasks", "tasks are an array of one dimension, an element for each task")
        _library.call("coop_workqueue_push", self.buffer.handle, 0, tag, array.ctypes.data, array.dtype.itemsize, array.size)

    def report(self, queue=None):
        """What has happened, of one queue or all together, after the launch has ended: a dict of executed, spawned, steals, …,
        and `outstanding`, tasks that were not run."""
        counts = _structs.WorkQueueCounts()
        outstanding = ctypes.c_uint64()
        _library.call("coop_workqueue_report", self.buffer.handle, 0, ALL_QUEUES if queue is None else queue,
                      ctypes.byref(counts), ctypes.byref(outstanding))
        return {**_structs.as_dict(counts), "outstanding": outstanding.value}

    def close(self):
        self.buffer.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
