double fmod(double, double);
double fabs(double);
double copysign(double, double);

double remainder(double x, double y)
{
    double size = fabs(y);
    double rest;
    if (x - x != 0 || y != y || size == 0)
        return (x * y) / (x * y);
    if (size - size != 0)
        return x;
    /* In [0, 2|y|) first: then the quotient's last bit is known. */
    rest = size <= 8.9e307 ? fmod(fabs(x), 2 * size) : fabs(x);
    if (size < 4.5e-308) {
        if (rest + rest > size) {
            rest -= size;
            if (rest + rest >= size)
                rest -= size;
        }
    } else if (rest > 0.5 * size) {
        rest -= size;
        if (rest >= 0.5 * size)
            rest -= size;
    }
    return rest == 0 ? copysign(0, x) : x < 0 ? -rest : rest;
}

float remainderf(float x, float y)
{
    return (float)remainder(x, y);
}

double drem(double x, double y)
{
    return remainder(x, y);
}
