#include <stdio.h>

typedef int (*callback)(const char *, int);
typedef int vector[3];
typedef struct node node;
struct node { node *next; vector v; };
static int *(*(*fpp)[2])(int);
static int values[3] = { 1, 2, 3 };
static int *at(int i) { return &values[i]; }
static int *rev(int i) { return &values[2 - i]; }
static int *(*pair[2])(int) = { at, rev };
static int length(const char *s, int start) { int n = start; while (s[n]) n++; return n - start; }
static callback choose(void) { return length; }
static int (*matrix_row(int m[][3], int i))[3] { return &m[i]; }
static void (*handler(int sig, void (*f)(int)))(int) { f(sig); return f; }
static void note(int x) { printf("note %d\n", x); }
static int total(vector v) { return v[0] + v[1] + v[2]; }
static const vector fixed = { 7, 8, 9 };
int unsigned const static order_of_specifiers = 6;
char const *const strings[] = { "x", "yz" };

int main(void)
{
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    node n = { 0, { 3, 4, 5 } }, *np = &n;
    int (*(*array_of_functions[1])(int m[][3], int))[3] = { matrix_row };
    vector grid[2] = { { 1 }, { [2] = 4 } };
    int *const cp = &values[1];
    int x = 1, *y = &x, **z = &y, f(int), arr[2] = { 5, 6 };
    fpp = &pair;
    printf("%d %d\n", *(*fpp)[0](0), *(*(*fpp)[1])(0));
    printf("%d\n", choose()("hello", 2));
    printf("%d %d\n", (*matrix_row(m, 1))[2], (*array_of_functions[0](m, 0))[1]);
    handler(3, note)(4);
    printf("%d %d %d\n", total(np->v), total(m[1]), fixed[2]);
    printf("%d %u %s\n", grid[1][2], order_of_specifiers, strings[1]);
    *cp += 10;
    **z = 8;
    printf("%d %d %d %d\n", values[1], x, f(2), arr[1]);
    return 0;
}
int f(int a) { return a * 21; }
