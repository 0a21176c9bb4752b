/* _Bool: conversion to it normalises; logical operators give int. */
#include <stdio.h>
#include <stdbool.h>

static bool between(double x, double lo, double hi)
{
    return x >= lo && x <= hi;
}

int main(void)
{
    bool a = 5, b = 0.25, c = !a, d = (bool)256;
    int n = a + b + c + d, flags = 0;
    bool table[3] = {true, false, 2};
    for (int i = 0; i < 3; i++)
        flags = flags << 1 | table[i];
    printf("%d %d %d %d %d %d\n", a, b, c, d, n, flags);
    bool found = false;
    int i = 0;
    while (!found && i < 10) {
        found = between(i * 0.7, 2, 3);
        i++;
    }
    a &= c;
    b = a || found;
    c = b == true;
    int e = (n > 2) + (n < 2) * 10;
    printf("%d %d %d %d %d %d\n", i, found, a, b, c, e);
    return between(0, 1, 2);
}
