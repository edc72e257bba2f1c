#include <stdio.h>

static int total(int n, int m, int a[n][m])
{
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += a[i][j];
    return s;
}

static int side_effects;
static int next(void) { return ++side_effects; }

static long fib(int n)
{
    long memo[n + 2];
    memo[0] = 0;
    memo[1] = 1;
    for (int i = 2; i <= n; i++)
        memo[i] = memo[i - 1] + memo[i - 2];
    return memo[n];
}

int main(void)
{
    int n = 3;
    int a[n][n + 1];
    char text[next() + 4];
    typedef int row[n];
    row r;
    int (*p)[n + 1] = a;

    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++)
            a[i][j] = 10 * i + j;
    n = 100;
    printf("%zu %zu %zu %d\n", sizeof a, sizeof a[0], sizeof text, side_effects);
    printf("%zu %zu\n", sizeof(row), sizeof *p);
    printf("%d %d\n", total(3, 4, a), p[2][3]);
    printf("%zu", sizeof(int[next()]));
    printf(" %d\n", side_effects);
    for (int k = 1; k < 4; k++) {
        int v[k];
        for (int i = 0; i < k; i++)
            v[i] = i * k;
        printf("%zu:%d ", sizeof v / sizeof *v, v[k - 1]);
        if (k == 2)
            continue;
        printf("| ");
    }
    printf("\n%ld %ld\n", fib(0), fib(50));
    r[2] = 5;
    p++;
    printf("%d %d\n", (*p)[0], r[2]);
    return 0;
}
