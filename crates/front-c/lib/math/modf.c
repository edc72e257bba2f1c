double trunc(double);
double copysign(double, double);

double modf(double x, double *whole)
{
    double w = trunc(x);
    *whole = w;
    return copysign(w == x ? 0 : x - w, x);
}

float modff(float x, float *whole)
{
    double w;
    float fraction = (float)modf(x, &w);
    *whole = (float)w;
    return fraction;
}

long double modfl(long double x, long double *whole)
{
    double w;
    double fraction = modf((double)x, &w);
    *whole = w;
    return fraction;
}
