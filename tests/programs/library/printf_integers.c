#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int n1 = -1, n2;
    printf("[%d][%i][%5d][%-5d][%05d][%+d][% d][%+05d][%- 6d]\n", 1, -2, 3, 4, 5, 6, 7, 8, 9);
    printf("[%.3d][%8.3d][%-8.3d][%08.3d][%.0d][%.0d][%.d]\n", 5, 6, 7, 8, 0, 1, 0);
    printf("[%u][%10u][%-10u][%010u]\n", UINT_MAX, 2u, 3u, 4u);
    printf("[%x][%X][%#x][%#X][%08x][%#010x][%#x][%.5x]\n", 255, 255, 255, 255, 255, 255, 0, 255);
    printf("[%o][%#o][%#o][%5o][%#.3o]\n", 8, 8, 0, 64, 8);
    printf("[%hhd][%hhu][%hhx][%hd][%hu]\n", 300, 300, -1, 70000, -1);
    printf("[%ld][%lu][%lx][%lld][%llu][%llX]\n", LONG_MIN, ULONG_MAX, 255l, LLONG_MIN, ULLONG_MAX, 0xabcdefull);
    printf("[%zu][%zd][%td][%jd][%ju]\n", (size_t)-1, (ssize_t)-1, (ptrdiff_t)-5, (intmax_t)-6, (uintmax_t)7);
    printf("[%*d][%-*d][%*d][%.*d][%*.*d]\n", 6, 1, 6, 2, -6, 3, 4, 4, 7, 3, 5);
    printf("[%.*d]\n", -1, 0);
    printf("[%c][%5c][%-5c][%c]\n", 'a', 'b', 'c', 65 + 256);
    printf("[%%]\n");
    printf("[%d%n]", 12345, &n1);
    printf("[%s%n]\n", "abc", &n2);
    printf("%d %d\n", n1, n2);
    printf("%d\n", printf("count me\n"));
    printf("[%p]\n", (void *)0);
    printf("[%d %s %d]\n", INT_MIN, "mid", INT_MAX);
    printf("[%+u][% x]\n", 5u, 6);
    printf("[%'d]\n", 1000000);
    return 0;
}
