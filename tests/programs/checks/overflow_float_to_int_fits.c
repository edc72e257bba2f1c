int main(void)
{
    double d = 2147483647.9;
    float f = -2147483648.0f;
    return (int)d == 2147483647 && (int)f < 0 ? 0 : 1;
} //~ none
