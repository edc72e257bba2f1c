double tanh(double);

long double tanhl(long double x)
{
    return tanh((double)x);
}
