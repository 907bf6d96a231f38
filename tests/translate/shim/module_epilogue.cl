/* Stands in for cl/ after the module: what the driver calls. */
uint shim_step(local struct coop_group *coop, private union coop_module_vars *vars,
               local union coop_module_locals *locals)
{
#if COOP_STRUCTURED
    private union coop_module_vars *steps = vars;
#endif
    return coop_module_step(coop, vars COOP_STEPS_ARGUMENT, locals);
}

/* Whether shim_step runs all work-items. */
uint shim_takes_group(void)
{
    return COOP_LOOPS;
}

/* Whether it waits for the others of its work-group at barriers. */
uint shim_keeps_barriers(void)
{
    return COOP_STRUCTURED;
}

uint shim_chain(uint kernel_index, uint state)
{
    return coop_module_chain(kernel_index, state);
}

uint shim_vars_bytes(void)
{
    return sizeof(union coop_module_vars);
}

uint shim_locals_bytes(void)
{
    return sizeof(union coop_module_locals);
}
