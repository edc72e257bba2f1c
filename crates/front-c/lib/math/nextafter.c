double nextafter(double x, double y)
{
    union {
        double value;
        unsigned long long bits;
    } u;
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    u.value = x;
    if (x == 0) {
        u.bits = 1;
        return y < 0 ? -u.value : u.value;
    }
    if ((x < y) == (x > 0))
        u.bits++;
    else
        u.bits--;
    return u.value;
}

float nextafterf(float x, float y)
{
    union {
        float value;
        unsigned bits;
    } u;
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    u.value = x;
    if (x == 0) {
        u.bits = 1;
        return y < 0 ? -u.value : u.value;
    }
    if ((x < y) == (x > 0))
        u.bits++;
    else
        u.bits--;
    return u.value;
}
