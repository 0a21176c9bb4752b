/* Loops inside of a while loop that runs in parallel as a counted one: no directive of theirs is left. An exit of a loop
   inside is a jump again, and its flag is in no clause. */
/* head: pairs(x)>(pairs) */
/* head: exits(a,b)>(exits) */
double pairs(int n, const double *x) {
  double s = 0;
  int i = 0;
  while (i < n) {
    for (int j = i + 1; j < n; j++)
      s += x[i] * x[j];
    i++;
  }
  return s;
}

double exits(double a, double b) {
  int counter = 5;
  double sum = 0;
  for (int i = 0; i < counter; ++i) {
    int k = i;
    if (i < 2)
      continue;
    while (k--) {
      if (k < 3) {
        sum += a * b;
        break;
      }
    }
  }
  return sum;
}
