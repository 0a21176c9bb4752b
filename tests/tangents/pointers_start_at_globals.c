/* Pointers that point to other globals before anything runs.
   head: start(x)>(y) */
struct view {
    int n;
    double weight;
    double ends[2];
    double *data;
};

double table[3] = {1.0, 2.0, 3.0};
double *cursor = &table[1];
struct view all = {3, 0.5, {1.0, 2.0}, table};

void start(double x, double *y)
{
    static double *own = table;
    cursor[1] = x * x;
    own[0] = x;
    all.weight = x + 1.0;
    *y = all.ends[1] * all.weight * table[2] + all.data[0] * *cursor;
}
