int here(int n);
int over_there(int n) { return here(n - 1) + 1; }
