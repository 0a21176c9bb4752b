int f(void)
{
    return SIZE;
}
