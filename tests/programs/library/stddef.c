#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct s { char c; union { short a; double b; } u[2]; int tail; };

int main(void)
{
    int a[10];
    ptrdiff_t d = &a[7] - &a[2], e = &a[2] - &a[7];
    size_t n = sizeof a / sizeof a[0];
    wchar_t w = L'w';
    void *p = NULL;
    bool t = true, f = false;
    printf("%td %td %zu %d %d\n", d, e, n, w, p == 0);
    printf("%zu %zu\n", offsetof(struct s, u), offsetof(struct s, tail));
    printf("%zu %zu %zu\n", sizeof(ptrdiff_t), sizeof(wchar_t), sizeof(max_align_t));
    printf("%d %d %d %zu\n", t, f, __bool_true_false_are_defined, sizeof(bool));
#ifdef bool
    printf("macro\n");
#endif
    return 0;
}
