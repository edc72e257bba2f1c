int main(void)
{
    int n = -1;
    int v[n]; //~ bounds@5
    return 0;
}
