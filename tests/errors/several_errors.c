int f(int n)
{
    return n + missing;
}

int g(int n)
{
    return absent + n;
}
