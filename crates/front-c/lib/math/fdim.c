double fdim(double x, double y)
{
    return x <= y ? 0 : x - y;
}

float fdimf(float x, float y)
{
    return x <= y ? 0 : x - y;
}
