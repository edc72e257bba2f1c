int main(void)
{
    int n = 0;
    int v[n]; //~ bounds@5: size 0 of the variable-length array v
    return (int)sizeof v;
}
