/* Null tests in their spellings, comparisons, differences, pointers as truth. */
#include <stdio.h>
#include <stddef.h>

static const char *find(const char *s, char c)
{
    for (; *s; s++)
        if (*s == c)
            return s;
    return NULL;
}

int main(void)
{
    const char *text = "needle in hay", *p = find(text, 'i'), *q = find(text, 'z');
    if (p)
        printf("%td\n", p - text);
    if (!q)
        printf("none\n");
    if (p != NULL && q == 0 && p > text && text <= p)
        printf("ordered\n");
    printf("%d %d\n", p ? 1 : 0, q && *q);
    double a[10];
    ptrdiff_t d = &a[7] - &a[2];
    size_t bytes = (size_t)((char *)&a[7] - (char *)&a[2]);
    printf("%td %d %zu\n", d, &a[3] == a + 3, bytes / sizeof *a);
    int used = 0;
    while (p && *p++ != 'h')
        used++;
    printf("%d %s\n", used, p);
    return 0;
}
