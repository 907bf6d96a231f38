# Kernels for lab/bench-coopc, of about 100 lines each: loops of rounds with a resizing barrier, a
# reduction with barriers in a loop, branches, a helper; every fifth is a regular kernel.
#
#   awk -v first=F -v count=C -f kernels.awk      writes kernels F ... F+C-1 as one file

function arithmetic(k, lines, indent,    i, a) {
    for (i = 0; i < lines; i++) {
        a = (k * 7919 + i * 104729) % 65521 + 3
        if (i % 6 == 0) print indent "value = value * " a "u + (value >> " (a % 13 + 1) ");"
        else if (i % 6 == 1) print indent "value ^= helper_" k "(value, " a "u);"
        else if (i % 6 == 2) print indent "value += (i & " a "u) != 0 ? value << 1 : value >> 2;"
        else if (i % 6 == 3) print indent "value = rotate(value, " (a % 31 + 1) "u) + i;"
        else if (i % 6 == 4) print indent "value = max(value, i * " a "u) - min(value, " a "u);"
        else print indent "value |= popcount(value) * " a "u;"
    }
}

function helper(k) {
    print "static uint helper_" k "(uint a, uint b)"
    print "{"
    print "    uint sum = b;"
    print ""
    print "    for (uint i = 0; i < " (k % 4 + 2) "; i++) {"
    print "        sum = sum * " (k + 31) "u + (a >> i);"
    print "        if ((sum & 3u) == " (k % 4) "u) {"
    print "            sum ^= a + i;"
    print "        } else {"
    print "            sum += (uint)get_group_id(0);"
    print "        }"
    print "    }"
    print "    return sum;"
    print "}"
    print ""
}

function regular(k) {
    print "kernel void kernel_" k "(global uint *values, uint count, uint seed)"
    print "{"
    print "    local uint shared_" k "[64];"
    print "    uint i = (uint)get_global_id(0);"
    print "    uint value = seed;"
    print ""
    arithmetic(k, 61, "    ")
    print "    shared_" k "[get_local_id(0)] = value;"
    print "    barrier(CLK_LOCAL_MEM_FENCE);"
    print "    value += shared_" k "[(get_local_id(0) + 1) % get_local_size(0)];"
    print "    if (i < count) {"
    print "        switch (value & 3u) {"
    print "        case 0:"
    print "            values[i] = value;"
    print "            break;"
    print "        case 1:"
    print "            values[i] += value;"
    print "            break;"
    print "        default:"
    print "            values[i] ^= value;"
    print "            break;"
    print "        }"
    print "    }"
    print "}"
    print ""
}

function cooperative(k) {
    print "coop_kernel void kernel_" k "(global uint *first, global uint *second, global atomic_uint *total, uint count,"
    print "                       uint rounds)"
    print "{"
    print "    local uint shared_" k "[64];"
    print "    transmit uint round = 0;"
    print "    transmit global uint *in = first;"
    print "    transmit global uint *out = second;"
    print ""
    print "    for (; round < rounds; round++) {"
    print "        uint sum = 0;"
    print ""
    print "        for (uint i = (uint)get_global_id(0); i < count; i += (uint)get_global_size(0)) {"
    print "            uint value = in[i];"
    print ""
    arithmetic(k, 47, "            ")
    print "            out[i] = value;"
    print "            sum += value;"
    print "        }"
    print "        shared_" k "[get_local_id(0)] = sum;"
    print "        barrier(CLK_LOCAL_MEM_FENCE);"
    print "        for (uint step = (uint)get_local_size(0) / 2; step > 0; step /= 2) {"
    print "            if (get_local_id(0) < step) {"
    print "                shared_" k "[get_local_id(0)] += shared_" k "[get_local_id(0) + step];"
    print "            }"
    print "            barrier(CLK_LOCAL_MEM_FENCE);"
    print "        }"
    print "        if (get_local_id(0) == 0) {"
    print "            atomic_fetch_add_explicit(total, shared_" k "[0], memory_order_relaxed, memory_scope_device);"
    print "        }"
    if (k % 3 == 0) {
        print "        offer_kill();"
        print "        request_fork();"
    }
    if (k % 2 == 0) {
        print "        if (round % 8 == 7) {"
        print "            global_barrier();"
        print "            for (uint i = (uint)get_global_id(0); i < count; i += (uint)get_global_size(0)) {"
        print "                out[i] ^= helper_" k "(out[i], round);"
        print "            }"
        print "        }"
    }
    print "        global uint *swap = in;"
    print "        in = out;"
    print "        out = swap;"
    print "        resizing_global_barrier();"
    print "    }"
    print "}"
    print ""
}

BEGIN {
    print "#include \"coop/kernel.clh\""
    print ""
    for (k = first; k < first + count; k++) {
        helper(k)
        if (k % 5 == 4) regular(k)
        else cooperative(k)
    }
}
