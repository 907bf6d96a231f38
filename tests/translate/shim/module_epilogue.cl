/* Stands in for cl/ after the module: what the driver calls. */
#define SHIM_RUN(index, name)                                             \
    if (coop->kernel_index == index && coop->is_whole) {                  \
        return coop_step_##name(coop, &vars->k##index, &locals->k##index); \
    }

uint shim_step(local struct coop_group *coop, private union coop_module_vars *vars,
               local union coop_module_locals *locals)
{
#ifdef COOP_MODULE_LOOPS
    COOP_MODULE_LOOPS(SHIM_RUN)
#endif
#ifdef COOP_MODULE_BARRIERS
    COOP_MODULE_BARRIERS(SHIM_RUN)
#endif
    return coop_module_step(coop, vars, locals);
}

uint shim_vars_bytes(void)
{
    return sizeof(union coop_module_vars);
}

uint shim_locals_bytes(void)
{
    return sizeof(union coop_module_locals);
}
