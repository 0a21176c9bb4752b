static double factor = 1.0;

void set_factor(double f) { factor = f; }

double scaled(double x) { return factor * x; }
