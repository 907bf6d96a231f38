/* Without a guard: what it declares may be declared again. */
static int shifted(int a);
int nowhere(void);
