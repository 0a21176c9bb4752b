int f(int k)
{
    void *where[] = {&&a, &&b};
    goto *where[k];
a:
    return 1;
b:
    return 2;
}
