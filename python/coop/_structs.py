"""The structs of include/coop as ctypes has them. A test compares sizes and offsets with the C compiler's."""

import ctypes as c

u8, u16, u32, u64, size_t = c.c_uint8, c.c_uint16, c.c_uint32, c.c_uint64, c.c_size_t
text, handle, flag = c.c_char_p, c.c_void_p, c.c_int


def _struct(name, *fields):
    return type(name, (c.Structure,), {"_fields_": fields})


def _u64(*names):
    return [(name, u64) for name in names]


Error = _struct("coop_error", ("status", c.c_int), ("opencl_code", c.c_int), ("doing", c.c_char * 128),
                ("message", c.c_char * 1024), ("details", text))

DeviceReport = _struct(
    "coop_device_report", ("index", u32), ("platform_index", u32), ("device_index", u32), ("kind", c.c_int),
    ("platform_name", c.c_char * 128), ("platform_version", c.c_char * 128), ("device_name", c.c_char * 128),
    ("driver_version", c.c_char * 128), ("opencl_c_version", c.c_char * 128), ("compute_units", u32),
    ("worker_groups_max", u32), ("local_items_max", u64), ("local_bytes", u64), ("memory_bytes_max", u64),
    ("svm_capabilities", u64), ("has_svm_atomics", flag), ("has_atomics_64", flag), ("has_device_scope", flag),
    ("has_acquire_release", flag), ("has_generic_space", flag), ("transport", text), ("can_serve", flag),
    ("reason", c.c_char * 512))

ContextOptions = _struct(
    "coop_context_options", ("device", text), ("worker_groups", u32), ("memory_bytes", u64), ("transport", text),
    ("opencl_context", handle), ("opencl_device", handle), ("opencl_queue", handle))

ModuleOptions = _struct("coop_module_options", ("build_options", text), ("dump_dir", text), ("registers", u32))

KernelReport = _struct(
    "coop_kernel_report", ("name", c.c_char * 128), ("is_cooperative", flag), ("shrinks", flag), ("grows", flag),
    ("kill_any", flag), ("never_meets", flag), ("may_kill_all", flag), ("args_bytes", u32),
    ("transmit_bytes", u32), ("states", u32), ("local_bytes", u32), ("args_hash", u64), ("local_items", u32 * 3))

RunOptions = _struct(
    "coop_run_options", ("worker_groups", u32), ("local_items", u32), ("trace_events", u32),
    ("trace_barriers", flag), ("trace_flow", flag), ("timeout_ns", u64), ("stall_after_ns", u64),
    ("groups_per_unit", u32), ("stop_timeout_ns", u64), ("check", text), ("policy", c.c_int), ("keep_ns", u64))

RunReport = _struct(
    "coop_run_report", ("worker_groups", u32), ("local_items", u32), ("range_items_max", u32), ("is_live", flag), ("has_clock", flag),
    ("heartbeat", u64), ("control_bytes", u64), ("registers", u32), ("groups_most", u32))

KernelId = _struct("coop_kernel_id", ("name", text), ("args_hash", u64))

AFTER_MAX = 32
LaunchOptions = _struct(
    "coop_launch_options", ("groups", u32), ("priority", u32), ("resizing", c.c_int), ("timeout_ns", u64),
    ("least_groups", u32), ("weight", u32), ("period_ns", u64), ("deadline_ns", u64), ("keep_ns", u64),
    ("series", u32), ("automatic", flag), ("repeats", flag), ("elastic", flag), ("after", handle * AFTER_MAX))

RepeatReport = _struct("coop_repeat_report", *_u64("launched", "missed", "overdue", "late_ns", "most_late_ns"))

NdRange = _struct("coop_ndrange", ("dimensions", u32), ("global_items", u64 * 3), ("local_items", u64 * 3),
                  ("global_offset", u64 * 3))

LaunchStats = _struct(
    "coop_launch_stats",
    *_u64("gather_ns", "run_ns", "queued_ns", "seen_ns", "started_ns", "ended_ns"),
    ("groups_at_start", u32), ("kills", u32), ("barrier_kills", u32), ("forks", u32), ("barrier_forks", u32),
    ("barriers", u64), ("suspensions", u32), ("suspended_ns", u64), ("groups_wanted", u32), ("after_ns", u64),
    ("ahead_ns", u64))

LaunchState = _struct("coop_launch_state", ("phase", c.c_int), ("outcome", c.c_int), ("stats", LaunchStats))

TranslateOptions = _struct(
    "coop_translate_options", ("name", text), ("arguments", c.POINTER(text)), ("coopc", text), ("timeout_ns", u64),
    ("cache_dir", text), ("cache_bytes", u64))

Translation = _struct("coop_translation", ("text", c.c_void_p), ("text_bytes", size_t), ("diagnostics", text),
                      ("is_from_cache", flag))

WorkQueueOptions = _struct(
    "coop_workqueue_options", ("groups", u32), ("owners", u32), ("public_tasks", u32), ("overflow_tasks", u32),
    ("outbox_tasks", u32), ("task_bytes", u32), ("is_static", flag), ("seed", u64))

WorkQueueCounts = _struct(
    "coop_workqueue_counts",
    *_u64("executed", "spawned", "reclaimed", "steals", "stolen", "lost", "empty", "shared", "overflowed",
          "flushes", "declined", "idle", "remote_steals", "remote_stolen", "remote_vain", "dealt"))

TraceEvent = _struct("coop_trace_event", ("time_ns", u64), ("launch", u32), ("group_id", u32), ("value", u32),
                     ("kind", u16), ("slot", u16), ("word", u64))

TraceLaunch = _struct(
    "coop_trace_launch", ("sequence", u32), ("is_cooperative", flag), ("can_shrink", flag), ("can_grow", flag),
    ("kill_any", flag), ("may_kill_all", flag), ("groups", u32), ("logical_groups", u64), ("groups_least", u32),
    ("is_automatic", flag), ("kernel", c.c_char * 128))

Trace = _struct(
    "coop_trace", ("events", c.POINTER(TraceEvent)), ("event_count", size_t), ("events_lost", u64),
    ("barrier_events_lost", u64), ("has_barriers", flag), ("was_live", flag), ("is_version_1", flag),
    ("launches", c.POINTER(TraceLaunch)), ("launch_count", size_t), ("slot_count", u32),
    ("device_name", c.c_char * 128))

TraceVerdict = _struct(
    "coop_trace_verdict", ("is_violated", flag), ("rule", c.c_char * 8), ("text", c.c_char * 512),
    ("time_ns", u64), ("launch", u32), ("group_id", u32), ("slot", u32), ("is_partial", flag),
    ("remark", c.c_char * 400), *_u64("events_checked", "transitions", "barriers", "flow_graphs", "channels", "items"))

TraceLaunchStat = _struct(
    "coop_trace_launch_stat", ("kernel", size_t), ("has_started", flag), ("has_ended", flag),
    *_u64("seen_ns", "started_ns", "ended_ns", "busy_ns", "kills", "forks", "barriers"),
    ("groups_at_start", u32), ("groups_least", u32), ("groups_most", u32), ("group_ns", c.c_double),
    ("groups", u32), ("since_ns", u64))

TraceKernelStat = _struct(
    "coop_trace_kernel_stat", ("name", text), ("is_cooperative", flag),
    *_u64("launches", "kills", "forks", "barriers"), ("groups_least", u32), ("groups_most", u32),
    ("group_ns", c.c_double), ("run_ns", c.c_double), ("busy_ns", c.c_double))

TraceSlotStat = _struct("coop_trace_slot_stat", *_u64("busy_ns", "groups"))

TraceStat = _struct(
    "coop_trace_stat", ("trace", c.POINTER(Trace)), ("begin_ns", u64), ("end_ns", u64),
    ("launches", c.POINTER(TraceLaunchStat)), ("kernels", c.POINTER(TraceKernelStat)), ("kernel_count", size_t),
    ("slots", c.POINTER(TraceSlotStat)), ("channels", c.c_void_p), ("channel_count", size_t),
    ("closures", c.c_void_p), ("closure_count", size_t), ("parts", size_t), ("part_ns", c.c_double),
    ("occupied", c.POINTER(c.c_double)))

ALL = [value for value in list(globals().values())
       if isinstance(value, type) and issubclass(value, c.Structure) and value is not c.Structure]


def as_dict(struct):
    """The members of a struct as values of Python."""
    values = {}
    for name, *_ in struct._fields_:
        value = getattr(struct, name)
        if isinstance(value, bytes):
            value = value.decode(errors="replace")
        elif isinstance(value, c.Array):
            value = tuple(value)
        values[name] = value
    return values
