/* A linked list built back to front, reversed in place, spliced and freed.
   head: series(x)>(series)
   size: n=6 */
#include <stdlib.h>

struct term {
  double coefficient;
  int power;
  struct term *next;
};

static struct term *reverse(struct term *list)
{
  struct term *done = NULL;
  while (list) {
    struct term *next = list->next;
    list->next = done;
    done = list;
    list = next;
  }
  return done;
}

static void differentiate(struct term **list)
{
  for (struct term **p = list; *p;) {
    struct term *t = *p;
    if (t->power == 0) {
      *p = t->next;
      free(t);
      continue;
    }
    t->coefficient *= t->power--;
    p = &t->next;
  }
}

double series(int n, const double *x)
{
  struct term *list = NULL;
  double sum = 0, power = 1;
  for (int i = 0; i < n; i++) {
    struct term *t = malloc(sizeof *t);
    t->coefficient = x[i] * x[i];
    t->power = i;
    t->next = list;
    list = t;
  }
  list = reverse(list);
  differentiate(&list);
  for (struct term *t = list; t; t = t->next) {
    sum += t->coefficient * power;
    power *= x[0];
  }
  while (list) {
    struct term *t = list;
    list = t->next;
    free(t);
  }
  return sum;
}
