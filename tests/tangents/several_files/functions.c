#include <math.h>

#include "model.h"

double regularisation = 0.01;
layer layers[3];

static double square(double t) { return t * t; }

double squash(double t) { return t / sqrt(1 + square(t)); }
double penalty(const layer *l) { return square(l->gain) + fabs(l->bias); }
