/* Typedefs of every shape: scalars, arrays, pointers, functions, structs that use them. */
#include <stdio.h>

typedef double real;
typedef real vec3[3];
typedef real (*binary)(real, real);
typedef struct particle particle;
typedef particle *particle_ref;

struct particle {
    vec3 position, velocity;
    real mass;
    particle_ref partner;
};

typedef int counter;

static real product(real a, real b)
{
    return a * b;
}

static real apply(const vec3 a, const vec3 b, binary f)
{
    real s = 0;
    for (counter i = 0; i < 3; i++)
        s += f(a[i], b[i]);
    return s;
}

static void advance(particle_ref p, real dt)
{
    for (counter i = 0; i < 3; i++) {
        p->position[i] += dt * p->velocity[i];
        p->velocity[i] -= dt * (p->position[i] - p->partner->position[i]) / p->mass;
    }
}

int main(void)
{
    particle a = {{0, 0, 0}, {1, 0, 0}, 2, 0}, b = {{1, 1, 1}, {0, 0.5, 0}, 1, &a};
    a.partner = &b;
    for (counter k = 0; k < 20; k++) {
        advance(&a, 0.1);
        advance(&b, 0.1);
    }
    printf("%.17g %.17g\n", apply(a.position, b.position, product), apply(a.velocity, a.velocity, product));
    return 0;
}
