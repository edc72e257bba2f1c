static int get(int *out, int ok)
{
    if (ok)
        *out = 4;
    return ok;
}

int main(void)
{
    int a, b;
    get(&a, 1);
    get(&b, 0);
    return a + b; //~ uninit@16: b is used uninitialised
}
