#include <stdio.h>
#define EMPTY
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define STR(x) #x
#define XSTR(x) STR(x)
#define SQUARE(x) ((x) * (x))
#define BAD_SQUARE(x) x * x
#define LOG(fmt, ...) printf("%d:" fmt "\n", __LINE__, ##__VA_ARGS__)
#define EACH(F) F(alpha) F(beta) F(gamma)
#define AS_ENUM(n) n,
#define AS_STRING(n) #n,
#define CHECK(c) do { if (!(c)) printf("not: %s\n", #c); } while (0)
#define RECURSE(x) (x ? RECURSE : 1)
enum names { EACH(AS_ENUM) COUNT };
static const char *texts[] = { EACH(AS_STRING) };
#if defined(EMPTY) && !defined(NOPE) && (2 + 2 == 4) && COUNT_UNDEFINED == 0
#define PATH "taken"
#elif 1
#define PATH "elif"
#else
#error unreachable
#endif
#undef SQUARE
#define SQUARE(x) ((x) * (x) EMPTY)

int main(void)
{
    int XCAT(var, 1) = 1, x = 3;
    int RECURSE = 7;
    printf("%s %s\n", STR(a + "b\n"), XSTR(SQUARE(2)));
    printf("%d %d\n", SQUARE(x + 1), BAD_SQUARE(x + 1));
    LOG("plain");
    LOG("args %d %s", x, "y");
    printf("%s %d\n", texts[beta], COUNT);
    CHECK(x == 3); CHECK(x
        > 5 && "multi line");
    printf(PATH " %d\n", RECURSE(0));
#line 100 "macros.c"
    printf("%d\n", __LINE__);
    printf("%d\n", __COUNTER__ + __COUNTER__);
    printf("%d%s\n", __STDC__, "" EMPTY "");
    return 0 EMPTY;
}
