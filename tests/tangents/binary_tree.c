/* Recursion over a tree on the heap.
   head: tree(x)>(tree)
   size: n=7 */
#include <stdlib.h>

typedef struct node {
  double value;
  struct node *left, *right;
} node;

static node *build(const double *x, int lo, int hi)
{
  if (lo >= hi)
    return NULL;
  int mid = (lo + hi) / 2;
  node *t = malloc(sizeof(node));
  t->value = x[mid];
  t->left = build(x, lo, mid);
  t->right = build(x, mid + 1, hi);
  return t;
}

static double fold(const node *t, int depth)
{
  if (!t)
    return 1.0 / (1 + depth);
  return t->value * fold(t->left, depth + 1) + fold(t->right, depth + 1) / (1 + t->value);
}

static void release(node *t)
{
  if (t) {
    release(t->left);
    release(t->right);
    free(t);
  }
}

double tree(int n, const double *x)
{
  node *root = build(x, 0, n);
  double result = fold(root, 0);
  release(root);
  return result;
}
