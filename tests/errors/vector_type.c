typedef double pair __attribute__((vector_size(16)));

pair add(pair a, pair b)
{
    return a + b;
}
