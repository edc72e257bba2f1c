#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { W = 8, H = 8 };
typedef bool board[H][W];

static int neighbours(board b, int y, int x)
{
    int n = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            n += (dy || dx) && b[(y + dy + H) % H][(x + dx + W) % W];
    return n;
}
static void step(board b)
{
    board next;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int n = neighbours(b, y, x);
            next[y][x] = n == 3 || (b[y][x] && n == 2);
        }
    memcpy(b, next, sizeof(board));
}
static int queens(int n, unsigned cols, unsigned left, unsigned right, unsigned long *work)
{
    unsigned all = (1u << n) - 1, free_ = all & ~(cols | left | right);
    int count = 0;
    ++*work;
    if (cols == all)
        return 1;
    while (free_) {
        unsigned bit = free_ & -free_;
        free_ ^= bit;
        count += queens(n, cols | bit, (left | bit) << 1, (right | bit) >> 1, work);
    }
    return count;
}
static void sieve(int n)
{
    bool composite[n + 1];
    int count = 0;
    memset(composite, 0, sizeof composite);
    for (int i = 2; i <= n; i++) {
        if (composite[i])
            continue;
        count++;
        for (long j = (long)i * i; j <= n; j += i)
            composite[j] = true;
    }
    printf("%d primes\n", count);
}

int main(void)
{
    board b = { [1][2] = 1, [2][3] = 1, [3] = { 0, 1, 1, 1 } };
    unsigned long work = 0;
    for (int i = 0; i < 5; i++)
        step(b);
    for (int y = 0; y < H; y++, putchar('\n'))
        for (int x = 0; x < W; x++)
            putchar(b[y][x] ? '#' : '.');
    printf("%d", queens(6, 0, 0, 0, &work));
    printf(" %lu\n", work);
    sieve(1000);
    return 0;
}
