int __builtin_isgreater(double x, double y)
{
    return x > y;
}

int __whydunit_isgreater(double x, double y)
{
    return x > y;
}

int __builtin_isgreaterequal(double x, double y)
{
    return x >= y;
}

int __builtin_isless(double x, double y)
{
    return x < y;
}

int __whydunit_isless(double x, double y)
{
    return x < y;
}

int __builtin_islessequal(double x, double y)
{
    return x <= y;
}

int __builtin_islessgreater(double x, double y)
{
    return x < y || x > y;
}

int __builtin_isunordered(double x, double y)
{
    return x != x || y != y;
}

int __whydunit_isunordered(double x, double y)
{
    return x != x || y != y;
}
