int main(void)
{
    int n = 3;
    int v[n];
    for (int i = 0; i <= n; i++)
        v[i] = i; //~ bounds@9: write of 4 bytes just past the end of the variable-length array v (12 bytes)
    return 0;
}
