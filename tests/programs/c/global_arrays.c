/* Globals of every linkage, tentative definitions, arrays whose size comes from their initialiser. */
#include <stdio.h>

int counter;
int counter;
double grid[3][2] = {{1, 2}, {3, 4}};
extern int later;
static char letters[] = "abc";
static int *cursor = &counter;
static double *second = &grid[1][0];
static int primes[] = {2, 3, 5, [5] = 13, 17};
int later = 9;

static void step(void)
{
    (*cursor)++;
    second[1] += grid[0][0] * later;
    letters[counter % 3]++;
    primes[3] += primes[6];
    if (counter == 2)
        cursor = &later;
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        step();
    printf("%d %d %g %s %d %d\n", counter, later, grid[1][1], letters, primes[3], (int)(sizeof primes / sizeof *primes));
    return 0;
}
