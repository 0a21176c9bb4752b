/* Sorting with comparison functions: our own and the library's qsort. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int id;
    double key;
} item;

static int by_key(const void *pa, const void *pb)
{
    const item *a = pa, *b = pb;
    return a->key < b->key ? -1 : a->key > b->key;
}

static int by_id(const void *pa, const void *pb)
{
    return ((const item *)pb)->id - ((const item *)pa)->id;
}

static void sort(item *a, int n, int (*less)(const void *, const void *))
{
    if (n < 2)
        return;
    item pivot = a[n / 2], *l = a, *r = a + n - 1;
    while (l <= r) {
        if (less(l, &pivot) < 0) {
            l++;
            continue;
        }
        if (less(r, &pivot) > 0) {
            r--;
            continue;
        }
        item t = *l;
        *l++ = *r;
        *r-- = t;
    }
    sort(a, (int)(r - a) + 1, less);
    sort(l, (int)(a + n - l), less);
}

int main(void)
{
    item a[12];
    unsigned s = 42;
    for (int i = 0; i < 12; i++) {
        s = s * 1664525u + 1013904223u;
        a[i].id = i;
        a[i].key = (s >> 8) / 16777216.0;
    }
    sort(a, 12, by_key);
    for (int i = 0; i < 12; i++)
        printf("%d %.17g\n", a[i].id, a[i].key);
    qsort(a, 12, sizeof *a, by_id);
    for (int i = 0; i < 12; i++)
        printf("%d ", a[i].id);
    printf("\n");
    return 0;
}
