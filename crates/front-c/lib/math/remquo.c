double remainder(double, double);
double fmod(double, double);
double fabs(double);

double remquo(double x, double y, int *quotient)
{
    double rest = remainder(x, y);
    double size = fabs(y);
    /* x - rest is a whole multiple of y; only the last bits of the quotient are wanted. */
    int bits = 0;
    if (rest == rest && x != rest && size - size == 0) {
        double part = fmod(fabs(x), 8 * size);
        bits = (int)((part - (x < 0 ? -rest : rest)) / size + 0.5);
    }
    *quotient = (x < 0) != (y < 0) ? -bits : bits;
    return rest;
}

float remquof(float x, float y, int *quotient)
{
    return (float)remquo(x, y, quotient);
}
