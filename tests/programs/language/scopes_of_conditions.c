#include <stdio.h>

/* What a condition declares is known in its statement only. */
enum { level = 1 };
struct tag { char c; };

int main(void)
{
    if (sizeof(enum { level = 2 }))
        printf("if %d\n", level);
    printf("%d\n", level);
    while (sizeof(enum { level = 3 })) {
        printf("while %d\n", level);
        break;
    }
    printf("%d\n", level);
    switch (sizeof(struct tag { int i[5]; })) {
    case 20:
        printf("switch %zu\n", sizeof(struct tag));
    }
    printf("%zu\n", sizeof(struct tag));
    do
        printf("do %d\n", level);
    while (sizeof(enum { level = 4 }) == 0);
    printf("%d\n", level);
    return level;
}
