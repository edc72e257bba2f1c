#include <stdio.h>

static unsigned ackermann(unsigned m, unsigned n)
{
    return !m ? n + 1 : !n ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }
static void hanoi(int n, char a, char b, char c, int *moves)
{
    if (n == 0)
        return;
    hanoi(n - 1, a, c, b, moves);
    if (++*moves <= 3)
        printf("%c->%c ", a, b);
    hanoi(n - 1, c, b, a, moves);
}
static int permute(char *s, int i, int n)
{
    int count = 0, j;
    char t;
    if (i == n) {
        printf("%s ", s);
        return 1;
    }
    for (j = i; j < n; j++) {
        t = s[i]; s[i] = s[j]; s[j] = t;
        count += permute(s, i + 1, n);
        t = s[i]; s[i] = s[j]; s[j] = t;
    }
    return count;
}
static int depth(int n)
{
    int local = n;
    int *p = &local;
    if (n > 0)
        depth(n - 1);
    return *p;
}
static void digits(unsigned n) { if (n > 9) digits(n / 10); putchar('0' + n % 10); }

int main(void)
{
    char s[] = "abc";
    int moves = 0;
    printf("%u\n", ackermann(2, 5));
    printf("%d %d\n", is_even(10), is_odd(10));
    hanoi(6, 'A', 'B', 'C', &moves);
    printf("%d\n", moves);
    printf("%d\n", permute(s, 0, 3));
    printf("%d\n", depth(200));
    digits(9075);
    putchar('\n');
    return 0;
}
