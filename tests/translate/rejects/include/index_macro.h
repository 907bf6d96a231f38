#define get_group_id(d) first_group(d)
