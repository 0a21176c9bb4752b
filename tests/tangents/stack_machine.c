/* An expression evaluated on a stack: a switch in a loop over operations.
   head: evaluate(x)>(evaluate)
   size: n=4 */
#include <math.h>

enum operation { PUSH, ADD, MUL, SIN, DUP, SWAP };

struct instruction {
  enum operation what;
  int which;
};

static const struct instruction program[] = {{PUSH, 0}, {PUSH, 1}, {ADD, 0},  {DUP, 0}, {SIN, 0},
                                             {MUL, 0},  {PUSH, 2}, {SWAP, 0}, {MUL, 0}};

double evaluate(int n, const double *x)
{
  double stack[8];
  int top = 0;
  for (unsigned i = 0; i < sizeof program / sizeof *program; i++) {
    double t;
    switch (program[i].what) {
    case PUSH: stack[top++] = x[program[i].which % n]; break;
    case ADD: top--; stack[top - 1] += stack[top]; break;
    case MUL: top--; stack[top - 1] *= stack[top]; break;
    case SIN: stack[top - 1] = sin(stack[top - 1]); break;
    case DUP: stack[top] = stack[top - 1]; top++; break;
    case SWAP:
      t = stack[top - 1];
      stack[top - 1] = stack[top - 2];
      stack[top - 2] = t;
    }
  }
  return stack[0];
}
