int f(int n)
{
    int s = 0;
    if (n > 3)
        goto inside;
    for (int i = 0; i < n; i++) {
        s += i;
    inside:
        s += 10;
    }
    return s;
}
