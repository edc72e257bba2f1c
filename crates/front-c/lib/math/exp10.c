double pow(double, double);
float powf(float, float);

double exp10(double x)
{
    return pow(10, x);
}

double pow10(double x)
{
    return pow(10, x);
}

float exp10f(float x)
{
    return powf(10, x);
}
