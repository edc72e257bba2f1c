#include <stdio.h>

struct s { int a[5]; char *p; };
static int called;
static int effect(void) { called++; return 1; }
static char array_function_parameter(char a[10], int b[][3]) { return (char)(sizeof a + sizeof *b); }

int main(void)
{
    int i = 3, n = 4;
    struct s *sp = 0;
    char text[] = "four";
    char *names[3];
    printf("%zu %zu %zu\n", sizeof i++, sizeof(i = 9), sizeof effect());
    printf("%d %d\n", i, called);
    printf("%zu %zu %zu\n", sizeof *sp, sizeof sp->a, sizeof sp->a[0]);
    printf("%zu %zu %zu %zu\n", sizeof text, sizeof *text, sizeof &text, sizeof &text[0]);
    printf("%zu %zu\n", sizeof names, sizeof names[0][0]);
    printf("%d\n", array_function_parameter(0, 0));
    printf("%zu %zu %zu\n", sizeof(char), sizeof 'c', sizeof(char)+1);
    printf("%zu\n", sizeof (char) - 1);
    printf("%zu %zu\n", sizeof(int[3][4]), sizeof(int (*)[3]));
    printf("%zu %zu\n", sizeof "a""b", sizeof(1, 2L));
    printf("%zu %zu %zu\n", sizeof 1.0f, sizeof 1.0, sizeof 1e3f);
    printf("%zu", sizeof(int[n++]));
    printf(" %d\n", n);
    printf("%zu\n", sizeof(void));
    printf("%zu %zu\n", sizeof(main), _Alignof(struct s));
    printf("%d\n", (int)sizeof(int) - 5 < 0);
    printf("%d\n", sizeof(int) - 5 > 0);
    printf("%zu\n", sizeof(struct { char a; struct { short b; } c; }));
    return sizeof(long);
}
