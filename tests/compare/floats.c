// expect: differs: returns 0.5 instead of 1.5
double shift(double x)
{
    return x == 0.5 ? x : x + 1;
}
