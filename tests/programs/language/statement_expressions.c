#include <stdio.h>

#define MAX(a, b) ({ typeof(a) _a = (a); typeof(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) do { __typeof__(a) t = a; a = b; b = t; } while (0)

struct pair { int l, r; };

static int early(int x)
{
    int y = ({ if (x < 0) return -99; x * 2; });
    return y + ({ int z = 1; while (z < y) z *= 2; z; });
}

int main(void)
{
    int i = 3, j = 4, k;
    double d = 2.5, e = 1.5;
    struct pair p = ({ struct pair q = { 1, 2 }; q.l += 10; q; });
    k = MAX(i++, j++);
    printf("%d %d %d\n", i, j, k);
    printf("%g %ld\n", MAX(d, e), MAX(3L, i));
    SWAP(d, e);
    SWAP(i, j);
    printf("%g %g %d %d\n", d, e, i, j);
    printf("%d %d\n", p.l, p.r);
    printf("%d %d %d\n", early(-1), early(3), early(10));
    printf("%d\n", MAX(MAX(1, 2), MAX(({ int s = 0; for (int n = 0; n < 5; n++) s += n; s; }), 3)));
    k = ({ int r = 0; for (;;) { if (++r > 5) break; } r; }) + 1;
    printf("%d\n", k);
    ({ k++; (void)0; });
    if (({ int x = k; x == 8; }))
        printf("yes %d\n", ({ ; 5; }));
    while (({ k--; k > 5; }))
        printf("k%d ", k);
    printf("\n");
    k = 0 && ({ printf("never\n"); 1; });
    return k;
}
