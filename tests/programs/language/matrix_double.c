#include <stdio.h>
#define N 4

typedef double matrix[N][N];
static void multiply(matrix r, double (*a)[N], matrix b)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            r[i][j] = 0;
            for (int k = 0; k < N; k++)
                r[i][j] += a[i][k] * b[k][j];
        }
}
static double newton(double x) { double r = x; for (int i = 0; i < 20; i++) r = (r + x / r) / 2; return r; }
static float series(int n) { float s = 0; for (int i = 1; i <= n; i++) s += 1.0f / i; return s; }
static double horner(const double *c, int n, double x) { double r = 0; while (n--) r = r * x + c[n]; return r; }

int main(void)
{
    matrix a, b, c;
    static const double poly[] = { 1, -2, 0.5, 3 };
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i + j / 3.0;
            b[i][j] = (i == j) - 0.1 * j;
        }
    multiply(c, a, b);
    for (int i = 0; i < N; i++)
        printf("%.17g %.17g %a\n", c[i][0], c[i][1], c[i][3]);
    printf("%.17g %.17g\n", newton(2), newton(1e-10));
    printf("%.9g %.9g\n", series(1000), series(10));
    printf("%.17g %g\n", horner(poly, 4, 1.1), horner(poly, 0, 1));
    printf("%d\n", 0.1 + 0.2 == 0.3);
    printf("%.17g\n", 1e16 + 1 - 1e16);
    printf("%.17g\n", -0.0 + 0.0);
    printf("%g %g\n", -0.0, 0.0 * -1);
    return 0;
}
