int f(int k)
{
    return ({ int t = k; t * 2; });
}
