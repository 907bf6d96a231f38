/* The work-item functions are the megakernel's again. */
#undef get_work_dim
#undef get_local_size
#undef get_enqueued_local_size
#undef get_local_id
#undef get_group_id
#undef get_num_groups
#undef get_global_offset
#undef get_global_size
#undef get_global_id
#undef get_global_linear_id
#undef get_local_linear_id
#undef want_groups
