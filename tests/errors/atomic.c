_Atomic int hits;

int f(void)
{
    return ++hits;
}
