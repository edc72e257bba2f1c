int main(void)
{
    int n = 0;
    int v[n]; //~ bounds@5
    return (int)sizeof v;
}
