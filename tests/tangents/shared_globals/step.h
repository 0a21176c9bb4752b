#ifndef STEP_H
#define STEP_H
void begin(double x);
void step(state *s, double by);
#endif
