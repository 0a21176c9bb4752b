/* malloc, calloc, realloc and free in growing containers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stack {
    int *items;
    int used, room;
};

static int push(struct stack *s, int v)
{
    if (s->used == s->room) {
        int room = s->room ? 2 * s->room : 2;
        int *more = realloc(s->items, (size_t)room * sizeof *more);
        if (!more)
            return 0;
        s->items = more;
        s->room = room;
    }
    s->items[s->used++] = v;
    return 1;
}

static int pop(struct stack *s)
{
    return s->used > 0 ? s->items[--s->used] : -1;
}

static char *join(const char *a, const char *b)
{
    char *r = (char *)malloc(strlen(a) + strlen(b) + 1);
    if (r) {
        strcpy(r, a);
        strcat(r, b);
    }
    return r;
}

int main(void)
{
    struct stack s = {0};
    for (int i = 0; i < 9; i++)
        if (!push(&s, i * i))
            return 1;
    printf("%d %d\n", s.used, s.room);
    while (s.used)
        printf("%d ", pop(&s));
    printf("%d\n", pop(&s));
    free(s.items);
    double *z = calloc(5, sizeof(double)), *w;
    double t = 0;
    for (w = z; w < z + 5; w++)
        t += *w + 1;
    memcpy(z, &t, sizeof t);
    memset(z + 1, 0, 2 * sizeof *z);
    printf("%g %g\n", z[0], z[1]);
    char *text = join("ab", "cde");
    printf("%s\n", text);
    free(text);
    free(z);
    return 0;
}
