// head: fit(points,data,weight)>(coefficients)
// libraries: -llapack -lblas -lm
// Normal equations by BLAS and LAPACK under their Fortran names, declared as many programs do.
extern void dgemm_(char *, char *, int *, int *, int *, double *, double *, int *, double *, int *,
                   double *, double *, int *);
extern void dgemv_(char *, int *, int *, double *, double *, int *, double *, int *, double *,
                   double *, int *);
extern void dposv_(char *, int *, int *, double *, int *, double *, int *, int *);

enum { rows = 7, columns = 3 };

void fit(double points[7], double data[7], double weight, double coefficients[3]) {
  double a[rows * columns], normal[columns * columns];
  double one = 1.0, zero = 0.0;
  int m = rows, n = columns, unit = 1, info;
  for (int i = 0; i < rows; i++) {
    double power = 1.0;
    for (int j = 0; j < columns; j++) {
      a[i + j * rows] = power;
      power *= points[i];
    }
  }
  dgemm_("T", "N", &n, &n, &m, &weight, a, &m, a, &m, &zero, normal, &n);
  for (int j = 0; j < columns; j++)
    normal[j + j * columns] += 1.0;
  dgemv_("T", &m, &n, &one, a, &m, data, &unit, &zero, coefficients, &unit);
  dposv_("U", &n, &unit, normal, &n, coefficients, &n, &info);
}
