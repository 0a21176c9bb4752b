/* break, continue and return in one loop; the canonical form prints them so again. */
#include <stdio.h>
#include <stdlib.h>

static double find(int n, const double *a, int *k)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            break;
        if (a[i] > 3)
            continue;
        s += a[i];
        if (s > 10) {
            *k = i;
            return s;
        }
    }
    while (1) {
        s *= 0.5;
        if (s < 1)
            break;
        ++*k;
    }
    return s;
}

/* Nested loops left by return, by a flag of the source, and by goto. */
static int search(int n, int m, const int *a, int wanted)
{
    int found = 0, i, j;
    for (i = 0; i < n && !found; i++)
        for (j = 0; j < m; j++) {
            if (a[i * m + j] == 99)
                return -1;
            if (a[i * m + j] == wanted) {
                found = 1;
                break;
            }
        }
    for (i = 0; i < n; i++)
        for (j = m; j > 0; j -= 2)
            if (a[i * m + j - 1] + found == wanted)
                goto out;
out:
    return 100 * i + 10 * found + (i < n ? j : 0);
}

/* Pointers, unsigned counters going down, a bound in memory. */
static long walk(const unsigned *first, const unsigned *last, unsigned *limit)
{
    long sum = 0;
    for (const unsigned *p = first; p < last; p++) {
        if (*p == 7)
            continue;
        if (*p > *limit)
            break;
        sum += *p;
        *limit += 1;
    }
    for (unsigned i = *limit; i-- > 0;) {
        sum += i;
        if (sum > 300)
            break;
    }
    for (size_t i = 9; i > 2; i -= 3) {
        if (sum % 5 == (long)i)
            return -sum;
        sum++;
    }
    return sum;
}

struct node {
    int value;
    struct node *next;
};

static int lists(const struct node *head)
{
    int n = 0;
    do {
        if (!head)
            break;
        if (head->value == 3)
            return n;
        n += head->value;
        head = head->next;
    } while (n < 20);
    for (const struct node *p = head; p; p = p->next) {
        if (p->value % 2)
            continue;
        if (p->value > 8)
            break;
        n += 100;
    }
    return n;
}

/* continue in a do-while goes to the test, also from inside other branches. */
static int rounds(int n)
{
    int sum = 0, last;
    do {
        n--;
        if (n % 3 == 0) {
            sum += n;
            if (n % 2)
                continue;
            sum += 100;
        }
        last = sum;
        if (last > 400)
            break;
        if (n % 5 == 1)
            continue;
        sum += last % 7;
    } while (n > 0 && sum < 1000);
    return sum;
}

int main(void)
{
    double a[] = {1, 2, 3.5, 4, 8, -1, 6}, b[] = {1, -2, 3};
    int k = 0, grid[12];
    double x = find(7, a, &k);
    printf("%.17g %d\n", x, k);
    x = find(3, b, &k);
    printf("%.17g %d\n", x, k);
    for (int i = 0; i < 12; i++)
        grid[i] = (i * 5) % 13;
    for (int w = 0; w < 14; w++)
        printf("%d ", search(3, 4, grid, w));
    grid[5] = 99;
    printf("%d\n", search(3, 4, grid, 50));
    unsigned u[] = {1, 7, 2, 9, 3, 30}, limit = 5;
    printf("%ld", walk(u, u + 6, &limit));
    limit = 28;
    printf(" %ld %u\n", walk(u, u + 6, &limit), limit);
    struct node c = {10, NULL}, d = {6, &c}, e = {5, &d}, f = {12, &e}, g = {3, NULL};
    printf("%d %d %d\n", lists(&f), lists(&d), lists(&g));
    for (int i = 1; i < 40; i += 6)
        printf("%d ", rounds(i));
    printf("\n");
    return 0;
}
