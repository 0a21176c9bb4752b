static _Thread_local double state;

double f(double x)
{
    state += x;
    return state;
}
