int here(int n)
{
    return n +	missing_name;
}
