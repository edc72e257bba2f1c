int abs(int x);

int __builtin_abs(int x)
{
    return abs(x);
}
