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
#undef switch
#undef __builtin_unreachable
#if defined(COOP_COLLECTIVES) && COOP_COLLECTIVES == 1
#undef get_sub_group_size
#undef get_max_sub_group_size
#undef get_num_sub_groups
#undef get_enqueued_num_sub_groups
#undef get_sub_group_id
#undef get_sub_group_local_id
#endif
