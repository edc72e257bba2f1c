static int sign(int x)
{
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
    __builtin_unreachable(); //~ unreach@5: __builtin_unreachable() was reached
}

int main(void)
{
    return sign(4) + sign(-4) + sign(0);
}
