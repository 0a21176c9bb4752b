template <typename T> T twice(T x)
{
    return x + x;
}
