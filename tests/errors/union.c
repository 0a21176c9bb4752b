union number {
    double d;
    long long bits;
};

long long bits(double d)
{
    union number u;
    u.d = d;
    return u.bits;
}
