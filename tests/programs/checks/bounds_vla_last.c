int main(void)
{
    int n = 3;
    int v[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i][j] = i;
    return v[2][2] - 2;
} //~ none
