/* Pointers inside structs, arrays of structs walked by pointer, a struct that owns memory. */
#include <stdio.h>
#include <stdlib.h>

typedef struct vector {
    size_t size, stride;
    double *data;
    struct vector *parent;
} vector;

static vector *create(size_t n)
{
    vector *v = malloc(sizeof *v);
    v->size = n;
    v->stride = 1;
    v->data = calloc(n, sizeof *v->data);
    v->parent = 0;
    return v;
}

static vector view(vector *v, size_t offset, size_t stride, size_t n)
{
    vector w;
    w.size = n;
    w.stride = stride * v->stride;
    w.data = v->data + offset * v->stride;
    w.parent = v;
    return w;
}

static double get(const vector *v, size_t i)
{
    return v->data[i * v->stride];
}

static double *at(vector *v, size_t i)
{
    return v->data + i * v->stride;
}

int main(void)
{
    vector *v = create(10);
    for (size_t i = 0; i < v->size; i++)
        *at(v, i) = (double)i * (double)i;
    vector odd = view(v, 1, 2, 5), last = view(&odd, 3, 1, 2);
    *at(&odd, 0) += 0.5;
    last.data[0] = -1;
    *at(&last, 1) = get(&odd, 1) * 2;
    double s = 0;
    for (size_t i = 0; i < odd.size; i++)
        s += get(&odd, i);
    printf("%.17g %g %d\n", s, v->data[9], last.parent->parent == v);
    for (const vector *w = &last; w; w = w->parent)
        printf("%d ", (int)w->size);
    printf("\n");
    free(v->data);
    free(v);
    return 0;
}
