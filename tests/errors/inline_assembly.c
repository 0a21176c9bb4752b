double f(double x)
{
    __asm__ volatile("nop");
    return x;
}
