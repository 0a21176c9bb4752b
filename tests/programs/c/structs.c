/* Structs by value, nested, in arrays, returned, assigned whole, initialised by name. */
#include <stdio.h>

struct point {
    double x, y;
};

typedef struct {
    struct point corner[2];
    int tag;
    char name[8];
} box;

static struct point middle(struct point a, struct point b)
{
    struct point m = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    a.x = -1;
    return m;
}

static double area(const box *b)
{
    return (b->corner[1].x - b->corner[0].x) * (b->corner[1].y - b->corner[0].y);
}

static box shifted(box b, double d)
{
    for (int i = 0; i < 2; i++) {
        b.corner[i].x += d;
        b.corner[i].y -= d;
    }
    b.tag++;
    return b;
}

int main(void)
{
    box b = {.tag = 3, .corner = {{0, 0.5}, {2, 3}}, .name = "first"}, c, all[3];
    struct point m = middle(b.corner[0], b.corner[1]), *p = &b.corner[1];
    p->x = 4;
    (*p).y += m.y;
    c = shifted(b, 0.25);
    c.name[0] = 'F';
    all[0] = b;
    all[1] = c;
    all[2] = shifted(shifted(c, 1), -3);
    for (int i = 0; i < 3; i++)
        printf("%s %d %.17g %g\n", all[i].name, all[i].tag, area(&all[i]), all[i].corner[0].x);
    printf("%g %g %g\n", m.x, m.y, middle(*p, m).x);
    m = (struct point){.y = 7};
    printf("%g %g\n", m.x, m.y);
    return 0;
}
