    local_sum += values[get_group_id(0) * 0 + n % 3] * n;
    int padded __attribute__((aligned(16))) = n;
    return local_sum + padded;
