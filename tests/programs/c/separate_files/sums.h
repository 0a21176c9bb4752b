double sum(const double *, int);
double mean(const double *v, int n);
struct range { double low, high; };
struct range range_of(const double *v, int n);
