int main(void)
{
    int n = 3;
    int v[n];
    for (int i = 0; i <= n; i++)
        v[i] = i; //~ bounds@9
    return 0;
}
